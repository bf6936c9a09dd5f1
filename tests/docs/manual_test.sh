#!/usr/bin/env bash
# The manual pages: one for each command, without a fault in their language, installed with the
# programs. usage: manual_test.sh BUILD_DIR
set -euo pipefail

build=$(realpath "$1")
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

fail() {
  echo "manual_test: $*" >&2
  exit 1
}

cmake --install "$build" --prefix "$directory" >/dev/null
"$directory/bin/taquin" --version >/dev/null || fail "the installed client does not run"
"$directory/bin/taquind" --version >/dev/null || fail "the installed server does not run"

commands=$("$build/bin/taquin" --help | sed -n '/^Commands:/,/^Examples:/s/^  \([a-z][a-z]*\) .*/\1/p')
[[ $(wc -w <<<"$commands") -ge 10 ]] || fail "found only these commands: $commands"
cd "$directory/share/man/man1"
for command in '' $commands; do
  page=taquin${command:+-$command}.1
  [[ -s $page ]] || fail "there is no $page"
  # Style that other systems' manuals have and man(7) does not ask for is not judged.
  mandoc -T lint -W warning "$page" || fail "$page has faults"
  text=$(mandoc -T ascii "$page" | sed 's/.\x08//g')
  for section in NAME SYNOPSIS DESCRIPTION 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
    grep -qx "$section" <<<"$text" || fail "$page lacks $section"
  done
done
[[ $(find . -name '*.1' | wc -l) == $(($(wc -w <<<"$commands") + 1)) ]] || fail "more pages than commands"

# The page says what --help says.
help=$("$build/bin/taquin" solve --help)
text=$(mandoc -T ascii taquin-solve.1 | sed 's/.\x08//g')
while read -r option; do
  grep -qe "$option" <<<"$text" || fail "taquin-solve.1 lacks $option"
done < <(grep -oE '^  +(-[a-z],)?--[a-z-]+' <<<"$help" | grep -oE -- '--[a-z-]+')
# Examples can be copied: their quotes and hyphens are those of ASCII.
grep -qF "taquin solve '2 3 4 1 5 x 7 6 8'" <<<"$text" || fail "the example is not as it was written"
