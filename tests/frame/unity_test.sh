#!/usr/bin/env bash
# tools/dev/check_unity finds a name that two batches of a target define, and a name of one batch that a name of another one
# hides. It accepts names that differ. Usage: unity_test.sh CHECK_UNITY COMPILER
set -euo pipefail
check=$1 compiler=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
unity=$folder/libnet/CMakeFiles/sample.dir/Unity
mkdir -p "$unity"

# batch NUMBER TEXT: a file of the unity build, and its entry in compile_commands.json.
batch() {
    local file=$unity/unity_$1_cxx.cxx
    echo "$2" > "$file"
    echo "{\"directory\": \"$folder\", \"file\": \"$file\"," \
         "\"command\": \"$compiler -Wshadow -Werror -o $file.o -c $file\"}"
}

# expect STATUS TEXT FIRST SECOND: what check_unity says about a target of two batches.
expect() {
    local found=0
    echo "[$(batch 0 "$3"), $(batch 1 "$4")]" > "$folder/compile_commands.json"
    "$check" "$folder" > "$folder/words" 2>&1 || found=$?
    if [ $found != "$1" ] || ! grep -q "$2" "$folder/words"; then
        echo "unity_test: status $found instead of $1, or no '$2':" >&2
        cat "$folder/words" >&2
        exit 1
    fi
}

expect 0 "sample: ok" "namespace { const int limit = 1; }" "namespace { const int other_limit = 2; }"
expect 1 "redefinition" "namespace { const int limit = 1; }" "namespace { const int limit = 2; }"
expect 1 "shadows" "namespace { const int limit = 1; }" "namespace { int twice(int limit) { return 2 * limit; } }"
