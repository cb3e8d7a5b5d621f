#!/usr/bin/env bash
# Runs every fuzz target of build/fuzz from the corpora in tests/fuzz/corpus. An input that makes a target fail is
# printed and stored in build/fuzz/found/TARGET.
#
#   tools/dev/fuzz.sh [SECONDS [JOBS]]    time for each target, 20 by default; how many run at a time, by default one
#                                         for each core
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
seconds=${1:-20} jobs=${2:-$(nproc)}

# fuzz TARGET: new inputs go into the build folder, never into the corpus.
fuzz() {
    local out=build/fuzz/found/$1
    mkdir -p "$out/new"
    # With -entropic=1, targets with many features would spend most of the time on the choice of inputs.
    "build/fuzz/bin/fuzz_$1" -max_total_time="$seconds" -seed=1 -entropic=0 -max_len=4096 -timeout=10 -rss_limit_mb=1024 \
        -print_final_stats=0 -verbosity=0 -artifact_prefix="$out/" "$out/new" "tests/fuzz/corpus/$1" > "$out/log" 2>&1 || {
        echo "fuzz: $1 failed; the input is in $out" >&2
        tail -n 40 "$out/log" >&2
        return 1
    }
}
export -f fuzz
export seconds
ls tests/fuzz/corpus | xargs -P "$jobs" -I{} bash -euc 'fuzz "$1"' _ {}
