#!/usr/bin/env bash
# Mutation test of the simulators. Applies each patch of tests/{libnet,daemon}/simulator/mutations by itself to a copy of the
# source in build/mutations, builds the simulator there, and prints the first of 1,000 seeds that finds the error.
# If no seed finds it, because the order of events that it needs is too rare, a unit test must find it.
# Fails if neither finds a mutation, or if a patch does not apply or build any more; then the patch must be updated.
#
#   tools/dev/mutations.sh [NAME...]    only these mutations, named without .patch
#
# A patch is one line that says what is wrong, then the output of `diff -U2`.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
patches=$PWD/tests
copy=$PWD/build/mutations
seeds=1000
jobs=${CHECK_JOBS:-$(nproc)}

rm -rf "$copy/source"
mkdir -p "$copy/source"
tar --exclude=./build --exclude=./.git -cf - . | tar -xf - -C "$copy/source"
cd "$copy/source"
cmake -S . -B "$copy/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DBANYAN_BENCH=OFF > "$copy/log"

# choose MODULE: sets the simulator and the unit tests for the patches of a module.
choose() {
    case $1 in
        libnet) simulator=simulate tests=libnet_protocol_test ;;
        daemon) simulator=simulate_succession tests=daemon_unit_test ;;
    esac
}

# first_seed: prints the first seed with which a simulator crashes without a message.
first_seed() {
    local seed
    for ((seed = 1; seed <= seeds; ++seed)); do
        timeout 10 "$copy/build/bin/$simulator" --seed $seed > /dev/null 2>&1 || { echo $seed; return; }
    done
    echo "?"
}

# by_unit_test: prints the first unit test that fails.
by_unit_test() {
    local status=0
    cmake --build "$copy/build" -j "$jobs" --target $tests > "$copy/log" 2>&1 || { echo "DOES NOT BUILD"; return 1; }
    timeout 300 "$copy/build/bin/$tests" --abort > "$copy/words" 2>&1 || status=$?
    [ $status != 0 ] || { echo "SURVIVES $seeds seeds and $tests"; return 1; }
    sed -n '/^-----/{n;s/^/unit test: /p;q}' "$copy/words"
}

# try: builds and runs the simulator of the copy.
try() {
    local status=0 words
    cmake --build "$copy/build" -j "$jobs" --target $simulator > "$copy/log" 2>&1 || { echo "DOES NOT BUILD"; return 1; }
    timeout 300 "$copy/build/bin/$simulator" --seeds $seeds > "$copy/words" 2> /dev/null || status=$?
    words=$(sed -n '1s/^[a-z_]*: seed \([0-9]*\) .*ns: /seed \1: /p' "$copy/words")
    case $status in
        0) by_unit_test ;;
        1) echo "${words:-stopped}" ;;
        124) echo "never ends" ;;
        *) echo "seed $(first_seed): crash" ;;
    esac
}

survivors=0
[ $# -gt 0 ] || set -- $(cd "$patches" && ls {libnet,daemon}/simulator/mutations | sed -n 's/\.patch$//p')
for name in "$@"; do
    verdict="DOES NOT APPLY" caught=false
    patch=$(ls "$patches"/{libnet,daemon}/simulator/mutations/"$name".patch 2> /dev/null || true)
    if [ -n "$patch" ] && patch --quiet --dry-run --fuzz=0 -p1 < "$patch" > /dev/null; then
        choose "$(basename "$(readlink -f "$(dirname "$patch")/../..")")"
        patch --quiet --no-backup-if-mismatch --fuzz=0 -p1 < "$patch"
        verdict=$(try) && caught=true
        patch --quiet --no-backup-if-mismatch -p1 -R < "$patch"
    fi
    echo "$name: ${verdict:0:120}"
    $caught || survivors=$((survivors + 1))
done
[ $survivors = 0 ] || { echo "mutations: $survivors of $# not caught" >&2; exit 1; }
echo "mutations: all $# caught"
