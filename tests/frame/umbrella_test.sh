#!/usr/bin/env bash
# banyan/net.hpp, banyan/part.hpp and banyan/grid.hpp include every public header of their library (but the papers') and
# nothing else. Usage: umbrella_test.sh ROOT
set -euo pipefail
cd "$1"
status=0
for library in net part grid; do
    folder=lib$library/include/banyan
    present=$(cd "$folder" && ls "$library"/*.hpp; [ ! -e ../../version.hpp.in ] || echo "$library/version.hpp")
    included=$(sed -n 's,^#include "banyan/\(.*\)"$,\1,p' "$folder/$library.hpp")
    diff <(sort <<< "$included") <(sort <<< "$present") || {
        echo "umbrella_test: banyan/$library.hpp does not include the headers of banyan/$library" >&2
        status=1
    }
    ! grep '^#include' "$folder/$library.hpp" | grep -v '^#include "banyan/[a-z_/]*\.hpp"$' || status=1
done
exit $status
