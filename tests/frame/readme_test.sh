#!/usr/bin/env bash
# The README's program is examples/hello.cpp, docs/headers.md has every public header once, the README's headers are among
# them, measured numbers are on the generated pages only, and links lead somewhere. Usage: readme_test.sh ROOT
set -euo pipefail
cd "$1"
status=0
complain() { echo "readme_test: $1" >&2; status=1; }

diff <(sed -n '/^```cpp$/,/^```$/p' README.md | sed '1d;$d') <(grep -v '^// ' examples/hello.cpp) ||
    complain "the program of the README is not examples/hello.cpp"

# listed PAGE: the headers in its tables.
listed() { grep -o '^| `banyan/[a-z_0-9/]*\.hpp` |' "$1" | tr -d '|` '; }
present=$(for folder in lib*/include advisor/include; do (cd "$folder" && find . -name '*.hpp' -not -path '*/detail/*'); done | sed 's,^\./,,')
diff <(listed docs/headers.md | sort) <(sort <<< "$present") || complain "docs/headers.md does not have each public header once"
[ "$(listed README.md | wc -l)" = 6 ] || complain "the README does not have six headers to start with"
while read -r line; do
    grep -qxF -- "$line" docs/headers.md || complain "the README says of a header what docs/headers.md does not: $line"
done < <(grep '^| `banyan/' README.md)

! grep -nE '[0-9]\.[0-9]+ x ' README.md || complain "the README has measured numbers; they belong on docs/performance.md, which is generated"

for page in README.md CONTRIBUTING.md docs/*.md; do
    for link in $(grep -o '](\([^):#]*\)[)#]' "$page" | sed 's/^](//;s/[)#]$//'); do
        [ -e "$(dirname "$page")/$link" ] || complain "$page: the link '$link' leads nowhere"
    done
    # name: of a heading, as GitHub makes its anchor
    while IFS='#' read -r file name; do
        target=$(dirname "$page")/$file
        [ -n "$file" ] || target=$page
        sed -n 's/^##* //p' "$target" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_ -]//g;s/ /-/g' | grep -qxF -- "$name" ||
            complain "$page: $file has no heading '#$name'"
    done < <(grep -o '](\([^):]*#[^)]*\))' "$page" | sed 's/^](//;s/)$//')
    for name in $(grep -o '\bdocs/[a-z_0-9]*\.md' "$page"); do
        [ -e "$name" ] || complain "$page names $name, which is not there"
    done
done
for name in $(grep -rhoE '\bdocs/[a-z_0-9]+\.md' advisor bench daemon examples libnet libpart tests tools check cmake | sort -u); do
    [ -e "$name" ] || complain "a source file names $name, which is not there"
done
exit $status
