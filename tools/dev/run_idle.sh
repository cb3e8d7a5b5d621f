#!/usr/bin/env bash
# Runs a command at idle priority, after another process has ended. Prints one line at the start and one at the end; the
# output of the command is dropped.
#
#   setsid tools/dev/run_idle.sh PID NAME COMMAND...    PID may be empty: then the command starts at once
set -euo pipefail
pid=$1 name=$2
shift 2

[ -z "$pid" ] || tail --pid="$pid" -f /dev/null

# SCHED_IDLE; where it is forbidden, the lowest nice value. Between sessions, the kernel may compare the priorities of their
# autogroups instead (sched(7)). It refuses a user's second write within 0.1 s, so this is done after the wait: commands that
# start at different times write at different times.
renice -n 19 -p $$ > /dev/null 2>&1 || true
{ echo 19 > /proc/self/autogroup; } 2> /dev/null || true
chrt --idle --pid 0 $$ 2> /dev/null || true

SECONDS=0
echo "== background: $name starts"
status=0
"$@" > /dev/null 2>&1 || status=$?
echo "== background: $name $([ $status = 0 ] && echo ended || echo failed) after $SECONDS s"
exit $status
