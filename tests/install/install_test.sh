#!/usr/bin/env bash
# usage: install_test.sh CASE SOURCE_DIR BINARY_DIR. Installs what is built, or packs it, into a directory of its own.
set -euo pipefail

source=$2
binary=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "FAILED: $*"
  exit 1
}

install_library() { cmake --install "$binary" --prefix "$work/prefix" --component library >/dev/null; }

# A program outside the tree, of a CMake that knows no gRPC and no protobuf.
find_package_gives_the_solver() {
  install_library
  cmake -S "$source/tests/install/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
    --no-warn-unused-cli -DCMAKE_DISABLE_FIND_PACKAGE_gRPC=ON -DCMAKE_DISABLE_FIND_PACKAGE_Protobuf=ON >/dev/null
  cmake --build "$work/build" >/dev/null
  [[ $("$work/build/solve") == '19 moves' ]] || fail "the program prints: $("$work/build/solve")"
  ! ldd "$work/build/solve" | grep -E 'grpc|protobuf' || fail 'the program links the service'
}

pkg_config_gives_the_solver() {
  install_library
  local flags
  flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name taquin.pc)") pkg-config --cflags --libs taquin)
  # shellcheck disable=SC2086  # They are words.
  g++ "$source/tests/install/consumer/solve.cc" -o "$work/solve" $flags
  [[ $("$work/solve") == '19 moves' ]] || fail "the program prints: $("$work/solve")"
}

# That it compiles, too, is seen by the preset tsan, which is without the service.
the_library_asks_for_no_grpc() {
  cmake -S "$source" -B "$work/build" -G Ninja -DTAQUIN_BUILD_SERVICE=OFF -DTAQUIN_BUILD_TESTS=OFF --no-warn-unused-cli \
    -DCMAKE_DISABLE_FIND_PACKAGE_gRPC=ON -DCMAKE_DISABLE_FIND_PACKAGE_Protobuf=ON >"$work/log" 2>&1 || fail "$(<"$work/log")"
  ! ninja -C "$work/build" -t commands all | grep -E 'grpc|protobuf' || fail 'a command names the service'
}

# shown CLAIM: what a page shows of that kind.
shown() { python3 -B "$source/tests/docs/claims.py" "$source" "$1"; }

# In a copy, for they build and install where they stand. What the release build has compiled is compiled alike: the compiler
# cache has it, if there is one.
the_commands_shown_build_and_install_the_library() {
  mkdir "$work/copy"
  tar -C "$source" --exclude=./build --exclude=./.git --exclude=node_modules -c . | tar -C "$work/copy" -x
  command -v ccache >/dev/null && export CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$work/copy CCACHE_NOHASHDIR=1 CMAKE_GENERATOR=Ninja
  local commands
  commands=$(shown library)
  (cd "$work/copy" && DESTDIR=$work/root bash -ec "$commands") >"$work/log" 2>&1 || fail "$(<"$work/log")"
  cmake -S "$source/tests/install/consumer" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/root/usr/local" >/dev/null
  cmake --build "$work/build" >/dev/null
  [[ $("$work/build/solve") == '19 moves' ]] || fail "the program prints: $("$work/build/solve")"
}

the_page_shows_the_program_that_is_tested() {
  local consumer=$source/tests/install/consumer
  diff <(shown 'library program') "$consumer/solve.cc" || fail 'the program shown is another'
  diff <(shown 'library cmake') <(sed -n '4,$p' "$consumer/CMakeLists.txt") || fail 'the CMake shown is another'
}

the_library_installs_nothing_of_the_service() {
  install_library
  ! find "$work/prefix" -type f | grep -vE '/(include/taquin/solver/.*\.h|libtaquin_(problem|solver)\.a|taquin.*\.cmake|taquin\.pc)$' ||
    fail 'the component holds more than the library'
  ! grep -rE 'grpc|protobuf' "$work/prefix" --include='*.cmake' --include='*.pc' || fail 'it asks for the service'
}

pack() {
  cpack -G DEB -B "$work" --config "$binary/CPackConfig.cmake" >"$work/log" 2>&1 || fail "$(<"$work/log")"
}

# files PACKAGE, depends PACKAGE
files() { dpkg-deb --contents "$work/$1"_*.deb | awk '!/^d/ {sub("^\\.", "", $6); print $6}' | sort; }
depends() { dpkg-deb --field "$work/$1"_*.deb Depends; }

packages_hold_what_they_should() {
  pack
  [[ $(files taquin | grep -v '^/usr/share/man/man1/taquin.*\.1$') == /usr/bin/taquin ]] || fail "taquin holds: $(files taquin)"
  files taquin | grep -qx /usr/share/man/man1/taquin-solve.1 || fail "taquin lacks its manual: $(files taquin)"
  [[ $(files taquind) == $'/usr/bin/taquind\n/usr/lib/systemd/system/taquind.service\n/usr/share/taquin/taquind.toml' ]] ||
    fail "taquind holds: $(files taquind)"
  files libtaquin-dev | grep -q '/libtaquin_solver\.a$' || fail "libtaquin-dev holds: $(files libtaquin-dev)"
  [[ $(depends libtaquin-dev) == libabsl-dev ]] || fail "libtaquin-dev depends on: $(depends libtaquin-dev)"
  local package
  for package in taquin taquind; do
    [[ $(depends "$package") == *'libgrpc++1.51 '* ]] || fail "$package depends on: $(depends "$package")"
  done
}

the_packaged_unit_runs_the_packaged_program() {
  pack
  dpkg-deb --extract "$work"/taquind_*.deb "$work/root"
  local unit=$work/root/usr/lib/systemd/system/taquind.service program
  program=$(sed -n 's/^ExecStart=\([^ ]*\) .*/\1/p' "$unit")
  [[ -x $work/root$program ]] || fail "the unit runs '$program'"
  diff <(sed '/^\[Unit\]/,$!d' "$source/deploy/taquind.service" | sed 's|/usr/local/bin|/usr/bin|') "$unit" || fail 'another unit'
  "$work/root$program" --config "$work/root/usr/share/taquin/taquind.toml" --print-config >/dev/null ||
    fail 'the settings do not read'
}

"$1"
