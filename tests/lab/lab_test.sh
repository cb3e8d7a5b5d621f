#!/usr/bin/env bash
# The guarantees of the laboratory: hosts reach each other and nothing else, quotas hold, the status of the command is
# returned, wrong options are refused, and nothing is left, however the laboratory ends. Usage: lab_test.sh LAB
set -euo pipefail
lab=$1
"$lab" check || exit $?
fail() { echo "lab_test: $1" >&2; exit 1; }

# --- bad input
refuse() {
    local wanted=$1 status=0 output
    shift
    output=$("$lab" "$@" -- true 2>&1) || status=$?
    [ $status = 2 ] || fail "lab $* exits $status, not 2"
    [[ $output == *"$wanted"* ]] || fail "lab $* does not name $wanted: $output"
}
refuse "--hosts: '0'" --hosts 0
refuse "--hosts: '33'" --hosts 33
refuse "--speeds: 'nan'" --hosts 2 --speeds 1,nan
refuse "2 numbers, use one for each of the 3 hosts" --hosts 3 --speeds 1,1
refuse "--network: 'token-ring'" --network token-ring
refuse "--rate: '10'" --rate 10
refuse "--period-us: '10'" --period-us 10
refuse "--loss: '60'" --loss 60
refuse "--loss: '1%'" --loss 1%
refuse "--delay: '1001'" --delay 1001
refuse "--delay: only with --network switched" --delay 5 --network shared
refuse "'--frob' is not an option" --frob 1

# --- inside: both networks
inside() {
    # reachable FROM ADDRESS: a closed port that refuses at once proves that the other host answered.
    reachable() {
        local text
        text=$("$lab" enter "$BANYAN_LAB_ID" "$1" timeout 60 bash -c "exec 3<> /dev/tcp/$2/9" 2>&1) || true
        [[ $text == *refused* ]] || { echo "$1 does not reach $2: $text" >&2; return 1; }
    }
    for from in 1 2 3; do
        for to in 1 2 3; do reachable "h$from" "10.89.0.$to" || return 1; done
    done
    [[ $(timeout 60 bash -c 'exec 3<> /dev/tcp/10.89.0.3/9' 2>&1) == *refused* ]] ||
        { echo "the coordinator does not reach h3" >&2; return 1; }
    [[ $BANYAN_LAB_SETTINGS == *"quotas=0.8,0.4,0.2"* ]] || { echo "settings: $BANYAN_LAB_SETTINGS" >&2; return 1; }
    "$lab" enter "$BANYAN_LAB_ID" h2 grep -q "/$BANYAN_LAB_ID/h2" /proc/self/cgroup ||
        { echo "a process of h2 is not in its cpu group" >&2; return 1; }
    [ "$(wc -l < "$BANYAN_LAB_HOSTFILE")" = 3 ] || { echo "host file" >&2; return 1; }
    return 7
}
export -f inside
export lab
for network in switched shared; do
    status=0
    "$lab" --hosts 3 --speeds 4,2,1 --cores 1.4 --rate 10mbit --network $network -- bash -c inside || status=$?
    [ $status = 7 ] || fail "in the $network network: status $status, not the command's 7"
done

# --- with a delay: packets arrive, and not before the delay; a connection takes two delays
# shellcheck disable=SC2329
delayed() {
    local begin end
    begin=$(date +%s%N)
    [[ $("$lab" enter "$BANYAN_LAB_ID" h1 timeout 60 bash -c 'exec 3<> /dev/tcp/10.89.0.2/9' 2>&1) == *refused* ]] ||
        { echo "h1 does not reach h2" >&2; return 1; }
    end=$(date +%s%N)
    [ $((end - begin)) -ge 200000000 ] || { echo "a connection took $((end - begin)) ns" >&2; return 1; }
    [[ $BANYAN_LAB_SETTINGS == *"delay_ms=100"* ]] || { echo "settings: $BANYAN_LAB_SETTINGS" >&2; return 1; }
    return 7
}
export -f delayed
status=0
"$lab" --hosts 2 --delay 100 -- bash -c delayed || status=$?
[ $status = 7 ] || fail "with a delay: status $status, not the command's 7"

# start_lab SCRIPT ARGUMENT...: makes a laboratory in which bash runs SCRIPT. Sets owner, its process, and line, the first line
# that SCRIPT prints; lines stays open for the other ones.
start_lab() {
    exec {lines}< <(exec env --default-signal=INT "$lab" --hosts 2 -- bash -c "$@" < /dev/null)
    owner=$!
    read -rt 60 line <&"$lines" || fail "no laboratory for: $1"
}

# --- a command that handles a signal: its own status counts, not that of the signal
for wanted in 0 5; do
    status=0
    # shellcheck disable=SC2016
    start_lab 'trap "exit $0" TERM; sleep 1000 & echo ready; wait' $wanted
    [ "$line" = ready ] || fail "no laboratory for a command that handles a signal"
    kill -TERM $owner
    wait $owner || status=$?
    exec {lines}<&-
    [ $status = $wanted ] || fail "a command that handles SIGTERM and ends with $wanted: status $status"
done

# --- nothing is left: end the laboratory with each signal while a process runs that is in another session than the command
left_of() { ip netns list | grep -c "^$1-" || true; }
running() { grep -qs '^State:[[:space:]]*[^ZX]' "/proc/$1/status"; }  # one that is dead but not yet reaped is not
for signal in KILL TERM INT; do
    # shellcheck disable=SC2016
    start_lab '
        setsid "$lab" enter "$BANYAN_LAB_ID" h1 sleep 1000 &
        echo "$BANYAN_LAB_ID $!"
        wait'
    read -r id stray <<< "$line"
    kill -$signal $owner
    wait $owner 2> /dev/null || true
    # The process that removes the laboratory and the stray one hold the other end of the pipe until they end.
    read -rt 60 -d '' _ <&"$lines" || true
    exec {lines}<&-
    [ "$(left_of "$id")" = 0 ] || fail "namespaces are left a minute after SIG$signal"
    [ ! -d "/run/banyan-lab/$id" ] || fail "/run/banyan-lab/$id is left a minute after SIG$signal"
    # A process that ends closes its files first, so it may still count as running for a moment.
    for ((tries = 0; tries < 600; ++tries)); do running "$stray" || break; sleep 0.1; done
    ! running "$stray" || fail "process $stray is left after SIG$signal"
    [ -z "$(find /sys/fs/cgroup -maxdepth 2 -name "$id")" ] || fail "a control group is left after SIG$signal"
done
echo "lab_test: all guarantees held"
