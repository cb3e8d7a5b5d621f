#!/usr/bin/env bash
# Calls with a wrong argument must not compile, and the first error says in a few lines which concept is violated.
# cases.txt has the calls. Usage: refused_test.sh COMPILER INCLUDE_FOLDER...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
compiler=$1
shift
flags=(-std=c++20 "${@/#/-I}")
most_lines=5 # after the line of the error
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C
status=0 count=0
complain() { echo "refused_test: $1" >&2; cat "$scratch/output" >&2; status=1; }

# Compiled once, as the calls are many.
cat > "$scratch/headers.hpp" << HEADERS
#include <array>
#include <iostream>
#include <list>
#include <string>
#include <vector>
#include "banyan/net/alltoall_known.hpp"
#include "banyan/net/packer.hpp"
#include "banyan/net/persistent_varying.hpp"
#include "banyan/net/unpacker.hpp"
HEADERS
"$compiler" "${flags[@]}" -x c++-header "$scratch/headers.hpp" -o "$scratch/headers.hpp.gch"

# write CALL: a program that makes the call.
write() {
    cat > "$scratch/program.cpp" << PROGRAM
#include "headers.hpp"
using namespace banyan::net;
struct with_vector { std::vector<int> items; };
void call(group& world) {
    const rank other{1};
    const tag number{1};
    std::vector<double> items(3);
    const std::vector<double> constant(3);
    double value = 0;
    $1;
    (void)other, (void)number, (void)value;
}
PROGRAM
}

# first_error: the lines of the first error, without what follows from the next one and without the lists of headers.
first_error() { awk '/error:/ { if (++errors == 2) exit } errors == 1 && !/^(In file included|  *) from /' "$scratch/output"; }

while IFS='|' read -r expected call; do
    [[ -n $expected && $expected != \#* ]] || continue
    expected=${expected// /}
    count=$((count + 1))
    write "$call"
    if "$compiler" "${flags[@]}" -fsyntax-only "$scratch/program.cpp" > "$scratch/output" 2>&1; then
        [ "$expected" = compiles ] || complain "this compiles:$call"
        continue
    fi
    [ "$expected" != compiles ] || { complain "this does not compile:$call"; continue; }
    error=$(first_error)
    lines=$(($(wc -l <<< "$error") - 1))
    [ "$lines" -le "$most_lines" ] || complain "$lines lines after the error of:$call"
    [[ $error == *"$expected"* ]] || complain "the error does not name $expected:$call"
done < "$here/cases.txt"
[ "$count" -gt 0 ] || complain "no cases"
exit $status
