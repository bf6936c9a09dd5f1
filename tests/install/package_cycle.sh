#!/usr/bin/env bash
# usage: package_cycle.sh library|programs DIRECTORY. As root, on a Debian 12 that is fresh and may be thrown away: installs
# packages of the directory with apt, uses them, upgrades them, removes them, and looks for what they left. `./run test --deploy -k packages`
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

accounts() { cat /etc/passwd /etc/group; }

# pack_later PACKAGE CHANGE: the package as of a version later by CHANGE, into $work/CHANGE. The server's has other defaults, and
# a file that no other version has.
pack_later() {
  local root=$work/root file=("$packages/$1"_*.deb)
  rm -rf "$root"
  dpkg-deb --raw-extract "${file[0]}" "$root"
  sed -i "s/^Version: .*/&+$2/" "$root/DEBIAN/control"
  if [[ $1 == taquind ]]; then
    echo "# of $2" >>"$root/usr/share/taquin/taquind.toml"
    touch "$root/usr/share/taquin/of_$2"
  fi
  (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | xargs -0 md5sum >DEBIAN/md5sums)
  mkdir -p "$work/$2"
  dpkg-deb --root-owner-group --build "$root" "$work/$2" >/dev/null
}

# upgrade CHANGE: both programs, to that later version of them.
upgrade() {
  local package
  for package in taquind taquin; do pack_later "$package" "$1"; done
  get install --no-install-recommends "$work/$1"/*.deb
  for package in taquind taquin; do
    [[ $(dpkg-query -W -f '${Version}' "$package") == *"+$1" ]] || fail "$package is still of $(dpkg-query -W "$package")"
  done
  # Not the client, whose manual a small Debian leaves out.
  [[ -z $(dpkg --verify taquind) ]] || fail "taquind is not whole: $(dpkg --verify taquind)"
  [[ $(ls /usr/share/taquin) == "of_$1"$'\ntaquind.toml' ]] || fail "the defaults are: $(ls /usr/share/taquin)"
  grep -q "# of $1" /usr/share/taquin/taquind.toml || fail 'an upgrade has left the defaults of before'
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
  local tables=/var/cache/private/taquin/some.tables before
  before=$(accounts)
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

  # Settings are the operator's, and so is whether the server starts with the machine. Its tables are where systemd has put them.
  # They outlive upgrades and a removal, and not a purge.
  operators_things_are_there() {
    grep -q 'changed by the operator' "$settings" || fail "$1 has overwritten the settings, or taken them"
    [[ -e $tables && -e /var/cache/taquin ]] || fail "$1 has taken the tables"
    # systemd makes the unit's account when it starts it (DynamicUser): the packages make none, and take none.
    diff <(echo "$before") <(accounts) || fail "$1 has changed the accounts"
  }
  echo '# changed by the operator' >>"$settings"
  mkdir -p "$(dirname "$tables")"
  touch "$tables"
  ln -s private/taquin /var/cache/taquin
  upgrade later
  operators_things_are_there 'an upgrade'
  [[ -L $wanted_at_boot ]] || fail 'an upgrade has disabled the server'
  answer=$(taquin solve --local --quiet '1 2 3 / 4 5 6 / _ 7 8')
  [[ $answer == RR ]] || fail "after an upgrade the client prints: $answer"

  rm "$wanted_at_boot" # As `systemctl disable` does.
  upgrade later.still
  operators_things_are_there 'a second upgrade'
  [[ ! -L $wanted_at_boot ]] || fail 'an upgrade has enabled the server that the operator had disabled'

  get remove taquind taquin
  [[ ! -e /usr/bin/taquind && ! -e /usr/bin/taquin ]] || fail 'the programs are left'
  operators_things_are_there 'a removal'
  get purge taquind
  nothing_is_left
  diff <(echo "$before") <(accounts) || fail 'the accounts are others than before'
}

get update
"$1"
