#!/usr/bin/env bash
# Draws every method of the table in docs/methods.md with the banyan command, and pictures of programs, and writes
# docs/gallery.md around them. Run it after adding or changing a method. Needs the programs contour, window and heat_3d in
# the folder of the command, and gnuplot. Usage: make_gallery.sh BANYAN_COMMAND
set -euo pipefail
[ $# = 1 ] && [ -x "$1" ] || { echo "usage: make_gallery.sh BANYAN_COMMAND" >&2; exit 2; }
banyan=$(realpath "$1")
programs=$(dirname "$banyan")
contour=$programs/contour
for program in contour window heat_3d; do
    [ -x "$programs/$program" ] || { echo "make_gallery: $programs/$program is missing; build the target $program" >&2; exit 2; }
done
cd "$(dirname "$0")/../.."
problem=(--rows 36 --cols 48 --speeds 6,4,3,2,2,1)
page=docs/gallery.md
answer=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$answer" "$scratch"' EXIT

# number FIELD: its value in the answer.
number() { sed -n "s/^ *\"$1\": \([-0-9.e+]*\),*\$/\1/p" "$answer"; }
# The table's rows: name | short | what | source | ...
table() { sed -n '/^| Name /,/^$/p' docs/methods.md | sed '1,2d;/^$/d'; }

mkdir -p docs/gallery/programs
rm -f docs/gallery/*.svg docs/gallery/programs/*
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
        printf '%s messages, %s items. The slowest processor takes %.3f times the time of perfect balance.\n\n' \
            "$(number messages)" "$(number items)" "$(number max_time_ratio)"
        printf '![%s](gallery/%s.svg)\n' "$name" "$name"
    } >> "$page"
done < <(table)

# Pictures of programs, after all methods.
# show TITLE FILE TEXT
show() { printf '\n## %s\n\n%s\n\n![%s](gallery/programs/%s)\n' "$1" "$3" "$1" "$2" >> "$page"; }
printf '\n# Programs\n' >> "$page"

traced() {
    "$contour" --size 256 --threads 6 --algorithm "$1" --png "docs/gallery/programs/$2" | sed -n 's/^elements of a task \(.*\), messages.*/\1/p'
}
elements=$(traced in-place contours_in_place.png)
show "Contours in place" contours_in_place.png \
    "\`contour --size 256 --threads 6 --algorithm in-place\`: each of six tasks traces the elements in its block. Each colour is a task; a task has $elements elements."
elements=$(traced remap contours_remapped.png)
show "Contours after remapping" contours_remapped.png \
    "\`--algorithm remap\`: each contour is traced by one task. Each task has $elements elements ([applications.md](applications.md#contour-tracing))."

filtered() { "$programs/window" --size 256 --threads 6 --png "docs/gallery/programs/$1" "${@:2}" > /dev/null; }
filtered window_edges.png --filter sobel
show "Edges by a window operation" window_edges.png \
    "\`window --size 256 --threads 6 --filter sobel\`: the gradient of each pixel of the same picture, from the 3 x 3 pixels around it ([applications.md](applications.md#window-operations))."
filtered window_median.png --filter median --radius 7
show "A median filter" window_median.png \
    "\`window --size 256 --threads 6 --filter median --radius 7\`: each pixel becomes the median of the 15 x 15 pixels around it. Lines narrower than half a window disappear."

"$programs/heat_3d" --picture docs/gallery/programs/heat_3d.png > /dev/null
show "Heat in three dimensions" heat_3d.png \
    "\`heat_3d --picture FILE.png\`: the middle plane of a block of metal after 100 iterations. The left and the right face meet, as in a ring; the others are cold ([grid.md](grid.md#three-dimensions))."

"$banyan" reproduce ncube --out "$scratch" > /dev/null
cp "$scratch/ncube_1_39.svg" docs/gallery/programs/repartitioning.svg
show "A partition that changes over time" repartitioning.svg \
    "\`banyan reproduce ncube\`: slices of a room on eight nodes while a storm moves upward. The cuts follow the work, by the procedure of the nCUBE guide ([papers.md](papers.md#the-ncube-guide))."

awk 'BEGIN { for (r = 0; r < 36; ++r) for (c = 0; c < 48; ++c) printf "%.3f%s", 1 + 20 * exp(-((r - 18)^2 + (c - 12)^2) / 50), c < 47 ? "," : "\n" }' > "$scratch/load.csv"
for method in slices bands triangulated; do
    "$banyan" partition --rows 36 --cols 48 --speeds 1,1,1,1,1,1 --density "$scratch/load.csv" --method "$method" \
        --svg "docs/gallery/programs/density_$method.svg" --json > "$answer"
    show "Dense work on the left, $method" "density_$method.svg" \
        "\`banyan partition --density load.csv --method $method\`: the work of a cell at the distance d from row 18, column 12 is 1 + 20 exp(-d^2 / 50); six equal processors. The busiest one has $(printf '%.3f' "$(number max_work_ratio)") times the mean work."
done
