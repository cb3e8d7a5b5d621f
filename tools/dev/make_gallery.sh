#!/usr/bin/env bash
# Draws every method of the table in docs/methods.md with the banyan command and writes docs/gallery.md around the
# pictures. Run it after adding or changing a method. Usage: make_gallery.sh BANYAN_COMMAND
set -euo pipefail
[ $# = 1 ] && [ -x "$1" ] || { echo "usage: make_gallery.sh BANYAN_COMMAND" >&2; exit 2; }
banyan=$(realpath "$1")
cd "$(dirname "$0")/../.."
problem=(--rows 36 --cols 48 --speeds 6,4,3,2,2,1)
page=docs/gallery.md
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# number FIELD: its value in the answer.
number() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),*\$/\1/p" "$answer"; }
# The table's rows: name | short | what | source | ...
table() { sed -n '/^| Name /,/^$/p' docs/methods.md | sed '1,2d;/^$/d'; }

mkdir -p docs/gallery
rm -f docs/gallery/*.svg
{
    echo "# Gallery"
    echo
    echo "Every method of the table in [methods.md](methods.md) on the same problem, drawn by"
    echo
    echo "    banyan partition ${problem[*]} --method NAME --svg FILE"
    echo
    echo "Messages and items are those of one iteration of the 5-point stencil on a torus. \`tools/dev/make_gallery.sh\` makes this"
    echo "page."
} > "$page"
while IFS='|' read -r _ name _ what source _; do
    name=$(tr -d '` ' <<< "$name")
    "$banyan" partition "${problem[@]}" --method "$name" --svg "docs/gallery/$name.svg" --json > "$answer"
    {
        printf '\n## %s\n\n%s (%s).\n' "$name" "$(sed 's/^ *//;s/ *$//;s/^\(a \|[a-z][a-z]\)/\u&/' <<< "$what")" "$(sed 's/^ *//;s/ *$//' <<< "$source")"
        printf '%s messages, %s items, slowest processor %.3f times perfect balance.\n\n' \
            "$(number messages)" "$(number items)" "$(number max_time_ratio)"
        printf '![%s](gallery/%s.svg)\n' "$name" "$name"
    } >> "$page"
done < <(table)
