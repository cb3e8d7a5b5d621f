#!/usr/bin/env bash
# The README's program is examples/hello.cpp, its list of headers is complete, and its links lead somewhere; so do those
# of docs/ and CONTRIBUTING.md. Usage: readme_test.sh ROOT
set -euo pipefail
cd "$1"
status=0
complain() { echo "readme_test: $1" >&2; status=1; }

diff <(sed -n '/^```cpp$/,/^```$/p' README.md | sed '1d;$d') <(grep -v '^// ' examples/hello.cpp) ||
    complain "the program of the README is not examples/hello.cpp"

listed=$(grep -o '^| `banyan/[a-z_/]*\.hpp`' README.md | tr -d '|` ' | sort)
present=$(cd libnet/include && find . -name '*.hpp'; cd ../../libpart/include && find . -name '*.hpp'
          cd ../../libgrid/include && find . -name '*.hpp')
present=$(sed 's,^\./,,' <<< "$present" | grep -v '/error\.hpp$\|/detail/' | sort)
diff <(grep -v '/error\.hpp$' <<< "$listed") <(echo "$present") || complain "the README's list of headers is not the headers there are"

for page in README.md CONTRIBUTING.md docs/*.md; do
    for link in $(grep -o '](\([^):#]*\))' "$page" | sed 's/^](//;s/)$//'); do
        [ -e "$(dirname "$page")/$link" ] || complain "$page: the link '$link' leads nowhere"
    done
    for name in $(grep -o '\bdocs/[a-z_0-9]*\.md' "$page"); do
        [ -e "$name" ] || complain "$page names $name, which is not there"
    done
done
exit $status
