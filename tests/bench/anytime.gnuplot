# Draws the curves that bench_anytime wrote, a panel a set of boards.
#
# usage: gnuplot -e "curves='FILE'; plot_file='FILE.svg'" anytime.gnuplot
#
# Lines and letters are of colours that are seen on white and on black pages
# alike, and the background is the page's.

set terminal svg size 1000,470 dynamic noenhanced font "sans-serif,12" linewidth 1.4
set output plot_file
set datafile separator "\t"

grey = "#808080"
length_colour = "#2f81f7"
bound_colour = "#d9730d"

sets = system("cut -f1 '" . curves . "' | awk '!seen[$0]++' | tr ' \n' '_|'")
count = strlen(sets) - strlen(system("printf %s '" . sets . "' | tr -d '|'"))
name(i) = system(sprintf("printf %%s '%s' | cut -d'|' -f%d | tr _ ' '", sets, i))

set border 3 linecolor rgb grey
set tics nomirror textcolor rgb grey font ",10"
set logscale x
set format x "%g"
set xtics 10
unset mxtics
set format y "%.2f"
set key off
set samples 2

columns = count < 5 ? count : 5
rows = (count + columns - 1) / columns
set multiplot layout rows, columns margins 0.05, 0.99, 0.1, 0.84 spacing 0.045, 0.16

set label 1 "length" at screen 0.05, 0.965 textcolor rgb length_colour
set label 2 "lower bound" at screen 0.11, 0.965 textcolor rgb bound_colour
set label 3 "over the optimum (24-puzzle) or the length at the end, against seconds; dashed: 2 threads" \
    at screen 0.21, 0.965 textcolor rgb grey

do for [i = 1:count] {
  set title name(i) textcolor rgb grey offset 0, -0.5
  plot curves using (strcol(1) eq name(i) && $2 == 1 ? $3 : NaN):4 with lines linecolor rgb length_colour, \
    "" using (strcol(1) eq name(i) && $2 == 1 ? $3 : NaN):5 with lines linecolor rgb bound_colour, \
    "" using (strcol(1) eq name(i) && $2 == 2 ? $3 : NaN):4 with lines dashtype 2 linecolor rgb length_colour, \
    "" using (strcol(1) eq name(i) && $2 == 2 ? $3 : NaN):5 with lines dashtype 2 linecolor rgb bound_colour, \
    1 with lines linecolor rgb grey linewidth 0.5
  unset label 1
  unset label 2
  unset label 3
}
unset multiplot
