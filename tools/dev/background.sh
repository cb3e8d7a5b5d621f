# For ./check --sanitizers: commands that run in the background, one after another, while the tests of earlier stages run.
# They get only the processor time that the tests leave. Source this file in the top folder of the project.
#
#   start_background NAME LOG COMMAND...   adds a command to the queue. COMMAND writes LOG
#   await_background NAME                  waits until the command has ended. If it failed: prints the end of LOG, returns 1
#   stop_background                        ends all commands of the queue and their processes

declare -A background_pids=() background_logs=()
background_last= # the command that was started last

start_background() {
    local name=$1 log=$2
    shift 2
    # A session of its own: stop_background finds all processes in it, and it has a priority of its own.
    setsid tools/dev/run_idle.sh "$background_last" "$name" "$@" &
    background_last=$!
    background_pids[$name]=$background_last
    background_logs[$name]=$log
}

await_background() {
    wait "${background_pids[$1]}" && return
    tail -n 60 "${background_logs[$1]}" >&2 || true
    echo "background: $1 failed; the whole output is in ${background_logs[$1]}" >&2
    return 1
}

stop_background() {
    local pid
    for pid in $(jobs -pr); do
        # The second command is for a process that has not made its session yet.
        pkill -TERM -s "$pid" || kill -TERM "$pid" || true
    done 2> /dev/null
    wait 2> /dev/null || true
}
