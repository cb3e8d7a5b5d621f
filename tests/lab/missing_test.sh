#!/usr/bin/env bash
# Where several parts of a laboratory are missing, it prints one line with the first of them and ends with 77. Runs it
# against stand-ins for the tools of the system, so it needs no rights. Usage: missing_test.sh LAB
set -euo pipefail
lab=$1
bin=$(mktemp -d)
trap 'rm -rf "${bin:?}"' EXIT
fail() { echo "missing_test: $1" >&2; exit 1; }
stand_in() { printf '#!/bin/sh\n%s\n' "$2" > "$bin/$1"; chmod +x "$bin/$1"; }
stand_in id 'echo 0'
stand_in ip 'exit 1'   # no network namespaces
stand_in awk 'exit 0'  # finds no control group of the processors
for tool in tc nsenter setsid; do stand_in "$tool" 'exit 1'; done

# refused ARGUMENT...
refused() {
    local status=0 output
    output=$(PATH=$bin:$PATH "$lab" "$@" 2>&1) || status=$?
    [ $status = 77 ] || fail "'lab $*' ends with $status, not 77: $output"
    [ "$output" = 'lab: needs the right to make network namespaces (ip netns add)' ] || fail "'lab $*' prints: $output"
}
refused check
refused --hosts 2 -- true
