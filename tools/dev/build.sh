#!/usr/bin/env bash
# Configures, builds and shows the progress: each step on a terminal, otherwise one line for each tenth of the steps.
#
#   tools/dev/build.sh LOG FOLDER [CMAKE OPTION...] [-- BUILD OPTION...]
#
# LOG gets the whole output; its end is shown if the build fails. BUILD OPTION: as for `cmake --build`.
set -euo pipefail
log=$1 folder=$2
shift 2
configure=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    configure+=("$1")
    shift
done
[ $# -eq 0 ] || shift
mkdir -p "$(dirname "$log")"

fail() {
    tail -n 60 "$log" >&2
    echo "build: failed; the whole output is in $log" >&2
    exit 1
}

# progress: reads the output of ninja, writes all of it to the log, and shows the steps.
progress() {
    local line number total tenth shown=0
    while IFS= read -r line; do
        printf '%s\n' "$line" >> "$log"
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        number=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
        if [ -t 1 ]; then
            printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$line"
            continue
        fi
        tenth=$((number * 10 / total))
        if [ "$tenth" -gt "$shown" ]; then
            shown=$tenth
            echo "[$number/$total]"
        fi
    done
    [ ! -t 1 ] || printf '\r\033[K'
}

echo "configuring $folder"
cmake -B "$folder" "${configure[@]}" > "$log" 2>&1 || fail
export NINJA_STATUS='[%f/%t] '
cmake --build "$folder" "$@" 2>&1 | progress || fail
