#!/usr/bin/env bash
# usage: package_cycle.sh DIRECTORY. As root, on a Debian 12 that is fresh and may be thrown away: installs the packages of
# the directory with apt, has the installed client solve a board on the installed server, builds a program with the
# installed library, and removes everything again.
set -euo pipefail

packages=$(cd "$1" && pwd)
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)

apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$packages"/{taquind,taquin}_*.deb >/dev/null
taquind --config /etc/taquin/taquind.toml --port 0 --port-file "$work/port" 2>"$work/log" &
server=$!
until [[ -s $work/port ]]; do kill -0 "$server" && sleep 0.1; done
taquin solve --server "localhost:$(<"$work/port")" '1 2 3 / 4 5 6 / _ 7 8' | grep -q 'optimal: 2 moves'
taquind healthcheck --address "localhost:$(<"$work/port")"
kill "$server"
wait "$server"

DEBIAN_FRONTEND=noninteractive apt-get install -y -qq cmake g++ "$packages"/libtaquin-dev_*.deb >/dev/null
cmake -S "$top/tests/install/consumer" -B "$work/build" >/dev/null
cmake --build "$work/build" >/dev/null
[[ $("$work/build/solve") == '19 moves' ]]

echo '# changed by the operator' >>/etc/taquin/taquind.toml
apt-get remove -y -qq taquind taquin libtaquin-dev >/dev/null
[[ ! -e /usr/bin/taquind && ! -e /usr/bin/taquin && ! -e /usr/include/taquin ]]
grep -q 'changed by the operator' /etc/taquin/taquind.toml  # Settings outlive a removal, and not a purge.
apt-get purge -y -qq taquind >/dev/null
[[ ! -e /etc/taquin && ! -e /usr/share/taquin && ! -e /var/cache/taquin ]]
! dpkg -l taquind taquin libtaquin-dev 2>/dev/null | grep '^[ih]' || exit 1
echo 'installed, run and removed cleanly'
