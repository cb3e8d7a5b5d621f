#!/usr/bin/env bash
# Every test file is listed in the CMakeLists.txt of its part: one that is not would never be built. No name of a test has a
# semicolon or a backslash, which ctest and Catch2 read in another way. Usage: listed_test.sh ROOT
set -euo pipefail
cd "$1/tests"
status=0
while IFS= read -r file; do
    part=${file%%/*}
    grep -qE "(^|[[:space:]])${file#*/}([[:space:])]|\$)" "$part/CMakeLists.txt" && continue
    echo "listed_test: tests/$file is not listed in tests/$part/CMakeLists.txt" >&2
    status=1
done < <(find . -name '*_test.cpp' -printf '%P\n' | sort)
if grep -rnE --include='*_test.cpp' 'TEST_CASE\("[^"]*[;\\]' .; then
    echo "listed_test: these names of tests have a semicolon or a backslash; write them without" >&2
    status=1
fi
exit $status
