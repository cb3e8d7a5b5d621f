#!/usr/bin/env bash
# A virtual machine across the hosts of a laboratory, daemons started by its launcher: tasks run on their hosts, exchange
# messages through the slow network, and a host whose link fails ends the run with an error that names it. `banyan doctor`
# reaches all hosts in both directions before that, and names the host afterwards.
# Usage: virtual_machine_test.sh LAB FOLDER_OF_PROGRAMS
set -euo pipefail
lab=$1
export bin=$2 lab
"$lab" check || exit $?

inside() {
    set -eu
    PATH=$bin:$PATH
    fail() { echo "virtual_machine_test: $1" >&2; exit 1; }
    # link_down HOST: cuts the host off from all others, as a pulled plug would.
    link_down() {
        local device
        for device in eth0 uplink downlink; do
            ip -n "$BANYAN_LAB_ID-$1" link set dev $device down 2> /dev/null || true
        done
    }
    report=$(banyan doctor --hostfile "$BANYAN_LAB_HOSTFILE" 2>&1) || fail "doctor: $report"
    [ "$(grep -c ' yes/yes ' <<< "$report")" = 3 ] || fail "doctor does not reach all hosts: $report"
    banyan up --hostfile "$BANYAN_LAB_HOSTFILE" > /dev/null
    report=$(banyan doctor 2>&1) || fail "doctor with a virtual machine: $report"
    [ "$(grep -c ' yes/yes ' <<< "$report")" = 3 ] || fail "doctor does not reach all hosts of the virtual machine: $report"

    addresses=$(banyan run -n 3 -- ip -4 -o address show scope global | grep -o '10\.89\.0\.[0-9]*' | sort | tr '\n' ' ')
    [ "$addresses" = '10.89.0.1 10.89.0.2 10.89.0.3 ' ] || fail "tasks ran on '$addresses'"

    greeting=$(banyan run -n 3 -- "$bin/hello")
    [ "$greeting" = '3 tasks, sum of ranks 3, greeting from rank 2' ] || fail "hello said '$greeting'"

    # Three tasks that would run for an hour; once all have started, h2's plug is pulled.
    status=0
    coproc run { banyan run -n 3 -- sh -c 'echo started; exec sleep 3600' 2>&1; }
    run_pid=$! started=0
    exec {lines}<&"${run[0]}"
    while [ $started -lt 3 ] && read -rt 60 line <&"$lines"; do started=$((started + 1)); done
    [ $started = 3 ] || fail "only $started of 3 tasks started within 60 s"
    link_down h2
    report=$(timeout 60 cat <&"$lines") || fail "60 s after h2's link failed the run still continues"
    wait $run_pid || status=$?
    [ $status != 0 ] || fail "the run whose host was lost ended with 0"
    [[ $report == *h2* ]] || fail "the error does not name h2: $report"
    report=$(banyan doctor --hostfile "$BANYAN_LAB_HOSTFILE" 2>&1) && fail "doctor finds h2 healthy: $report"
    [[ $report == *'host h2: it cannot reach this computer at '* ]] || fail "doctor does not name h2: $report"
    banyan down > /dev/null
}
export -f inside
for network in switched shared; do
    "$lab" --hosts 3 --speeds 1,0.5,0.25 --rate 10mbit --network $network -- bash -c inside ||
        { echo "virtual_machine_test: in the $network network" >&2; exit 1; }
done
echo "virtual_machine_test: all guarantees held"
