#!/usr/bin/env bash
# The gallery has a section and a small picture for every method of the table in docs/methods.md (which a unit test
# compares with the methods themselves), and no others. Usage: gallery_test.sh ROOT
set -euo pipefail
cd "$1"
status=0
complain() { echo "gallery_test: $1; run tools/dev/make_gallery.sh build/release/bin/banyan" >&2; status=1; }

methods=$(sed -n '/^| Name /,/^$/p' docs/methods.md | sed '1,2d;/^$/d' | cut -d'|' -f2 | tr -d '` ' | sort)
[ "$(wc -l <<< "$methods")" -ge 7 ] || complain "docs/methods.md has no table of methods"
diff <(echo "$methods") <(sed -n 's/^## //p' docs/gallery.md | sort) || complain "docs/gallery.md does not show the methods of the table"
diff <(echo "$methods") <(ls docs/gallery | sed 's/\.svg$//' | sort) || complain "docs/gallery does not hold the methods of the table"
for picture in docs/gallery/*.svg; do
    [ "$(wc -c < "$picture")" -lt 30720 ] || complain "$picture is larger than 30 KB"
    tail -1 "$picture" | grep -q '</svg>' || complain "$picture is cut short"
done
exit $status
