#!/usr/bin/env bash
# The scripts of the top folder print their help when they are called from another folder. Usage: help_test.sh ROOT
set -euo pipefail
fail() { echo "help_test: $1" >&2; exit 1; }
cd "$1/docs"
for name in check quickstart; do
    for script in "../$name" "$1/$name"; do
        help=$("$script" --help 2>&1) || fail "in docs, '$script --help' fails: $help"
        [[ $help == *"./$name "* ]] || fail "in docs, '$script --help' does not show how to call it: $help"
    done
done
