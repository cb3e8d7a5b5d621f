#!/usr/bin/env bash
# The gallery has a section and a small picture for every method of the table in docs/methods.md (which a unit test
# compares with the methods themselves), and no others. The part "Programs" of the page has all pictures of programs.
# Usage: gallery_test.sh ROOT
set -euo pipefail
cd "$1"
status=0
complain() { echo "gallery_test: $1; run tools/dev/make_gallery.sh build/release/bin/banyan" >&2; status=1; }

methods=$(sed -n '/^| Name /,/^$/p' docs/methods.md | sed '1,2d;/^$/d' | cut -d'|' -f2 | tr -d '` ' | sort)
[ "$(wc -l <<< "$methods")" -ge 7 ] || complain "docs/methods.md has no table of methods"
diff <(echo "$methods") <(sed '/^# Programs/,$d' docs/gallery.md | sed -n 's/^## //p' | sort) || complain "docs/gallery.md does not show the methods of the table"
diff <(echo "$methods") <(find docs/gallery -maxdepth 1 -name '*.svg' -printf '%f\n' | sed 's/\.svg$//' | sort) || complain "docs/gallery does not hold the methods of the table"
shown=$(sed -n 's/^!\[.*\](gallery\/programs\/\(.*\))$/\1/p' docs/gallery.md | sort)
diff <(echo "$shown") <(ls docs/gallery/programs) || complain "docs/gallery.md does not show the pictures of programs"
for picture in docs/gallery/*.svg docs/gallery/programs/*; do
    [ "$(wc -c < "$picture")" -lt 30720 ] || complain "$picture is larger than 30 KB"
    [[ $picture != *.svg ]] || tail -2 "$picture" | grep -q '</svg>' || complain "$picture is cut short"
done
exit $status
