#!/usr/bin/env bash
# Every mutation of a simulator fits the code: all lines around the change are those of the file. `patch` alone would also
# apply it elsewhere, where a few lines are similar. Usage: mutations_test.sh ROOT
set -euo pipefail
cd "$1"
status=0 count=0
for mutation in tests/{libnet,daemon}/simulator/mutations/*.patch; do
    count=$((count + 1))
    patch --quiet --dry-run --force --fuzz=0 -p1 < "$mutation" > /dev/null && continue
    echo "mutations_test: $mutation does not fit the code; update it" >&2
    status=1
done
[ $count -ge 50 ] || { echo "mutations_test: only $count mutations found" >&2; exit 1; }
exit $status
