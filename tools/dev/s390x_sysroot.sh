#!/usr/bin/env bash
# Unpacks the s390x libraries that libnet needs into a folder, for the test with a big-endian task. Nothing is installed and
# the list of architectures of this computer does not change: apt runs with its own state, cache and architecture.
#
#   tools/dev/s390x_sysroot.sh FOLDER      does nothing if FOLDER is complete
#
# Exit status: 0 done, 77 not possible here (the reason is printed), 1 failed.
set -euo pipefail
[ $# = 1 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 1; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
packages=(libssl3 libssl-dev libfmt9 libfmt-dev libprotobuf-lite32 libprotobuf-dev)

wanted="${packages[*]}"
[ "$(cat "$folder/complete" 2> /dev/null || true)" != "$wanted" ] || exit 0
not_here() { echo "s390x_sysroot.sh: $1"; exit 77; }
command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null || not_here "apt-get or dpkg-deb is missing: this is not Debian"
[ -d /usr/include/boost ] || not_here "no Boost headers in /usr/include"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/state/lists/partial "$work"/cache/archives/partial "$work"/debs
touch "$work/state/status"
apt=(timeout 300 apt-get -q -o APT::Architecture=s390x -o APT::Architectures=s390x -o Dir::State="$work/state"
     -o Dir::State::status="$work/state/status" -o Dir::Cache="$work/cache" -o Acquire::Languages=none
     -o Acquire::Retries=3)
[ "$(id -u)" != 0 ] || apt+=(-o APT::Sandbox::User=root)
"${apt[@]}" update > "$work/log" 2>&1 || { tail -n 5 "$work/log"; not_here "the list of s390x packages cannot be downloaded"; }
(cd "$work/debs" && "${apt[@]}" download "${packages[@]}" > "$work/log" 2>&1) ||
    { tail -n 5 "$work/log"; not_here "the s390x packages cannot be downloaded"; }

for deb in "$work"/debs/*.deb; do
    dpkg-deb -x "$deb" "$folder"
done
ln -sfn /usr/include/boost "$folder/usr/include/boost"  # headers only: the same on every architecture
echo "$wanted" > "$folder/complete"
