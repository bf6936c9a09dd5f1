// What pattern tables take and what searches with them do.

#ifndef TAQUIN_TESTS_BENCH_TABLE_FIGURES_H_
#define TAQUIN_TESTS_BENCH_TABLE_FIGURES_H_

#include "tests/bench/figures.h"

namespace taquin {

// Build times, sizes, files, and Korf's 100 instances of the 15-puzzle with
// every tier, in both conventions of the goal; the boards at 80 moves; the
// speed of two threads over one. Some minutes.
void AddFifteenPuzzleFigures(FigureSheet& sheet);

// The 24-puzzle: the build, and the instances that other solvers publish.
void AddTwentyFourPuzzleFigures(FigureSheet& sheet);

}  // namespace taquin

#endif  // TAQUIN_TESTS_BENCH_TABLE_FIGURES_H_
