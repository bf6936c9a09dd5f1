#!/usr/bin/env bash
# usage: package_cycle.sh library|programs DIRECTORY. As root, on a Debian 12 that is fresh and may be thrown away: installs
# packages of the directory with apt, uses them, removes them, and looks for what they left. `./run test --deploy -k packages`
# makes such a machine for each.
set -euo pipefail

packages=$(cd "$2" && pwd)
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)

fail() {
  echo "FAILED: $*"
  exit 1
}

# get ARGUMENT...: apt-get, quiet unless it fails.
get() {
  DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" >"$work/apt" 2>&1 || fail "apt-get $*: $(<"$work/apt")"
}

nothing_is_left() {
  local left
  left=$(dpkg-query -W -f '${Package} ${db:Status-Abbrev}\n' '*taquin*' 2>/dev/null | grep -v ' un' || true)
  [[ -z $left ]] || fail "packages are left: $left"
  # apt's own notes of what it has read and done are not of the packages.
  left=$(find /etc /opt /run /usr /var -name '*taquin*' ! -path '/var/log/*' ! -path '/var/lib/apt/*')
  [[ -z $left ]] || fail "files are left: $left"
}

# The example of docs/library.md, on a machine that has no gRPC.
library() {
  get install --no-install-recommends cmake g++ make pkgconf "$packages"/libtaquin-dev_*.deb
  ! dpkg-query -W -f '${Package}\n' | grep -E 'grpc|protobuf' || fail 'the library brings the service along'
  cmake -S "$top/tests/install/consumer" -B "$work/build" >/dev/null
  cmake --build "$work/build" >/dev/null
  [[ $("$work/build/solve") == '19 moves' ]] || fail "by CMake it prints: $("$work/build/solve")"
  local flags
  flags=$(pkg-config --cflags --libs taquin)
  # shellcheck disable=SC2086  # They are words.
  g++ "$top/tests/install/consumer/solve.cc" -o "$work/solve" $flags
  [[ $("$work/solve") == '19 moves' ]] || fail "by pkg-config it prints: $("$work/solve")"
  get purge libtaquin-dev
  nothing_is_left
}

programs() {
  local settings=/etc/taquin/taquind.toml wanted_at_boot=/etc/systemd/system/multi-user.target.wants/taquind.service
  get install --no-install-recommends "$packages"/{taquind,taquin}_*.deb
  [[ -L $wanted_at_boot ]] || fail 'the server is not enabled'

  taquind --config "$settings" --port 0 --port-file "$work/port" 2>"$work/log" &
  local server=$!
  until [[ -s $work/port ]]; do
    kill -0 "$server" 2>/dev/null || fail "the server ended: $(<"$work/log")"
    sleep 0.1
  done
  local answer address
  address=localhost:$(<"$work/port")
  answer=$(taquin solve --server "$address" '1 2 3 / 4 5 6 / _ 7 8')
  [[ $answer == *'optimal: 2 moves'* ]] || fail "the client prints: $answer"
  taquind healthcheck --address "$address" || fail 'the server is not healthy'
  kill "$server"
  wait "$server" || fail "the server ended with $?: $(<"$work/log")"
  answer=$(taquin solve --local --quiet '1 2 3 / 4 5 6 / _ 7 8')
  [[ $answer == RR ]] || fail "the client with a server of its own prints: $answer"

  # Settings are the operator's: they outlive an upgrade and a removal, and not a purge.
  echo '# changed by the operator' >>"$settings"
  get install --reinstall "$packages"/taquind_*.deb
  grep -q 'changed by the operator' "$settings" || fail 'an upgrade has overwritten the settings'
  get remove taquind taquin
  [[ ! -e /usr/bin/taquind && ! -e /usr/bin/taquin ]] || fail 'the programs are left'
  grep -q 'changed by the operator' "$settings" || fail 'a removal has taken the settings'
  get purge taquind
  nothing_is_left
}

get update
"$1"
