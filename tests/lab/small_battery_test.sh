#!/usr/bin/env bash
# A battery of three small settings measures all of them. Usage: small_battery_test.sh BATTERY BUILD_FOLDER
set -euo pipefail
battery=$1 build=$2
fail() { echo "small_battery_test: $1" >&2; exit 1; }

out=$(mktemp -d)
trap 'rm -rf "${out:?}"' EXIT
"$battery" --quick --settings 3 --limit 200 --build "$build" --out "$out" || exit $?
for number in 00 01 02; do
    grep -q '"kendall_tau"' "$out/$number.json" || fail "no result of setting $number"
    grep -q '^method .*predicted ms' "$out/$number.txt" || fail "no table of setting $number"
    [ -s "$out/$number-samples.json.gz" ] || fail "no samples of setting $number"
done
grep -q '^| ordinary |' "$out/summary.md" || fail "no summary"
echo "small_battery_test: all settings measured"
