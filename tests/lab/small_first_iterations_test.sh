#!/usr/bin/env bash
# A short run of tools/lab/first_iterations gives a time and the counters of TCP for each warm-up.
# Usage: small_first_iterations_test.sh FIRST_ITERATIONS BUILD_FOLDER
set -euo pipefail
first_iterations=$1 build=$2
fail() { echo "small_first_iterations_test: $1" >&2; exit 1; }

out=$(mktemp -d)
trap 'rm -rf "${out:?}"' EXIT
"$first_iterations" --setting 19 --warm-up 1,2 --rounds 1 --build "$build" --out "$out" > "$out/printed" || exit $?
for warm_up in 1 2; do
    grep -qE "^\| $warm_up \| [0-9.]+ \|" "$out/printed" || fail "no time after a warm-up of $warm_up: $(cat "$out/printed")"
done
grep -q '"laboratory": "hosts=3 speeds=9,3,3 ' "$out/result.json" || fail "not the laboratory of the setting: $(cat "$out/result.json")"
python3 - "$out/result.json" << 'END' || fail "counters that fall: $(cat "$out/result.json")"
import json
import sys

runs = json.load(open(sys.argv[1]))["runs"]
sys.exit(not all(count >= 0 for one in runs for name in ("loss_probes", "segments_sent_again") for count in one[name]))
END
echo "small_first_iterations_test: times and counters of two warm-ups"
