#!/usr/bin/env bash
# tools/dev/background.sh, which ./check --sanitizers uses for its builds: order, priority, a failure, and the end of all processes.
# Usage: background_test.sh ROOT
set -euo pipefail
fail() { echo "background_test: $1" >&2; exit 1; }
cd "$1"
. tools/dev/background.sh
folder=$(mktemp -d)
trap 'stop_background; rm -r "$folder"' EXIT
mkfifo "$folder/start" "$folder/held"

# The first command waits for this test; the second one must not start before the first one has ended.
start_background first "$folder/log" bash -c "read -r < '$folder/start'; echo first >> '$folder/order'"
start_background second "$folder/log" bash -c "ps -o cls=,ni= -p \$\$ > '$folder/priority'; echo second >> '$folder/order'"
echo go > "$folder/start"
await_background first
await_background second
[ "$(cat "$folder/order")" = $'first\nsecond' ] || fail "the order is $(cat "$folder/order")"
[[ $(cat "$folder/priority") =~ IDL|19 ]] || fail "the priority is not idle but $(cat "$folder/priority")"

start_background failing "$folder/log" bash -c "echo the reason > '$folder/log'; exit 3"
if await_background failing 2> "$folder/words"; then fail "a failure is not reported"; fi
grep -q "the reason" "$folder/words" || fail "the end of the log is not shown"

# A process in a group of its own, as the compilers that ninja starts, and a command that waits in the queue. The process
# holds one end of a pipe until it ends; a process identifier could remain, if nobody waits for the process.
start_background endless "$folder/log" bash -mc "sleep 1000 > '$folder/held' & wait"
start_background never "$folder/log" touch "$folder/started"
exec {held}< "$folder/held"
stop_background
cat <&"$held" # the time limit of the test ends this if the process remains
[ ! -e "$folder/started" ] || fail "a command starts although the queue was stopped"
