#!/usr/bin/env bash
# A short run of tools/lab/rebalance gives the same checksum in all runs, and a picture.
# Usage: small_rebalance_test.sh REBALANCE BUILD_FOLDER
set -euo pipefail
rebalance=$1 build=$2
fail() { echo "small_rebalance_test: $1" >&2; exit 1; }

out=$(mktemp -d)
trap 'rm -rf "${out:?}"' EXIT
"$rebalance" --trials 1 --hosts 2 --speeds 1,1 --side 200 --iterations 400 --build "$build" --out "$out" || exit $?
grep -q '"equal_checksums": true' "$out/result.json" || fail "the checksums differ"
grep -q '"until_repartition": -*[0-9]' "$out/result.json" || fail "the lost time is not divided into parts"
grep -q '>start</text>' "$out/partitions-1.svg" || fail "no picture of the partitions"
status=0
"$rebalance" --out "$out" --hosts 3 --speeds 1,2 2> "$out/error" || status=$?
[ $status = 2 ] || fail "wrong speeds end with $status"
grep -q 'use one for each of the 3 hosts' "$out/error" || fail "wrong speeds: $(cat "$out/error")"
echo "small_rebalance_test: all runs agree"
