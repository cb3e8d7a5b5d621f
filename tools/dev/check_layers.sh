#!/usr/bin/env bash
# Reads every #include of the project and fails when one points upward in the layers of docs/architecture.md.
#
#   tools/dev/check_layers.sh [ROOT]      ROOT: top folder of the project, default: the one this script is in
#
# A room is a folder of libnet or libpart; the other layers are top folders. A file may include its own layer and those
# that `allowed` lists for it. A public header belongs to the room with its name, otherwise to the room that has the source
# file of its name, otherwise to the lowest room of its library. The umbrella header of a library is above its rooms.
set -euo pipefail
root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
cd "$root"

folders=()
for folder in libnet libpart libgrid advisor daemon tools examples bench tests; do
    [ ! -d "$folder" ] || folders+=("$folder")
done
if [ ${#folders[@]} = 0 ]; then
    echo "check_layers: no source files found in $root" >&2
    exit 1
fi
files=$(find "${folders[@]}" -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' -o -name '*.hpp.in' \) | sort)
if [ -z "$files" ]; then
    echo "check_layers: no source files found in $root" >&2
    exit 1
fi
mapfile -t list <<< "$files"
awk '
BEGIN {
    # --- the rooms of the libraries, the lowest first, and which layers each may include; a layer includes itself
    rooms["net"] = "base wire tracing protocol transport messaging schedules joining pvm3 collectives"
    rooms["part"] = "model geometry boxes cost synchronization methods repartition published"
    rooms["grid"] = ""
    each_below("net")
    each_below("part")
    all_net = allowed["libnet"] = " libnet" allowed["libnet/collectives"]
    all_part = allowed["libpart"] = " libpart" allowed["libpart/published"]
    only("libnet/tracing", "libnet/base")
    forbid("libnet/collectives", "libnet/joining")
    forbid("libnet/joining", "libnet/schedules")
    forbid("libnet/pvm3", "libnet/schedules")
    forbid("libnet/collectives", "libnet/pvm3")
    only("libnet/schedules", "libnet/base")
    forbid("libpart/cost", "libpart/geometry")
    only("libpart/synchronization", "libpart/model")
    allowed["libgrid"] = " libgrid" all_part all_net
    allowed["daemon"] = " daemon" all_net
    allowed["advisor"] = " advisor daemon" allowed["libgrid"]
    top = " advisor daemon" allowed["libgrid"]
    allowed["tools"] = " tools" top
    allowed["examples"] = " examples" top
    allowed["bench"] = " bench" top
    allowed["tests"] = " tests tools examples bench" top

    for (i = 1; i < ARGC; ++i) note(ARGV[i])
}
function each_below(library,    order, i, lower) {
    split(rooms[library], order, " ")
    for (i = 1; i in order; ++i) {
        lower = lower " lib" library "/" order[i]
        allowed["lib" library "/" order[i]] = lower " "
    }
}
function only(layer, other) { allowed[layer] = " " other " " layer " " }
function forbid(layer, other) { sub(" " other " ", " ", allowed[layer]) }
# Remembers which folders and source files there are.
function note(path,    part, count, name) {
    count = split(path, part, "/")
    if (part[1] == "advisor" && part[2] == "include") is_public[substr(path, length("advisor/include/") + 1)] = 1
    if (part[1] !~ /^lib/) return
    if (part[2] == "include") { is_public[substr(path, length(part[1] "/include/") + 1)] = 1; return }
    name = part[count]
    sub(/\.in$/, "", name)
    if (count > 2) room_exists[part[1] "/" part[2]] = 1
    if (count > 2 && name ~ /\.cpp$/) source_room[part[1], substr(name, 1, length(name) - 4)] = part[1] "/" part[2]
    if (name ~ /\.hpp$/ && path ~ /\.in$/) is_public["banyan/" substr(part[1], 4) "/" name] = 1
}
function lowest(library,    order) { return split(rooms[library], order, " ") ? "lib" library "/" order[1] : "lib" library }
# The layer of "banyan/net/group.hpp" and the like; "" where there is no such header.
function layer_of_header(path,    part, count, library, name) {
    if (!(path in is_public)) return ""
    count = split(path, part, "/")
    library = part[2]
    if (library == "advisor") return library
    if (count == 2) { sub(/\.hpp$/, "", library); return "lib" library }
    if (rooms[library] == "") return "lib" library
    name = part[count]
    sub(/\.hpp$/, "", name)
    if (("lib" library "/" name) in room_exists) return "lib" library "/" name
    if (("lib" library, name) in source_room) return source_room["lib" library, name]
    return lowest(library)
}
function layer_of(path,    part, count) {
    sub(/\.in$/, "", path)
    sub(/^lib[a-z]*\/include\//, "", path)
    if (path ~ /^banyan\//) return layer_of_header(path)
    if (path ~ /^pvm3\//) return "libnet/pvm3"
    count = split(path, part, "/")
    if (part[1] == "libnet" || part[1] == "libpart") return count > 2 ? part[1] "/" part[2] : lowest(substr(part[1], 4))
    return part[1]
}
function report(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
    bad = 1
}
FNR == 1 {
    ++files
    mine = layer_of(FILENAME)
    if (!(mine in allowed)) report("no layer is known for this file; give its folder a place in tools/dev/check_layers.sh")
}
/^[ \t]*#[ \t]*include[ \t]*[<"]/ && mine in allowed {
    target = $0
    sub(/^[^<"]*[<"]/, "", target)
    sub(/[>"].*$/, "", target)
    if (target ~ /^\.\.?\//) { report("include \"" target "\" by its path from the top folder"); next }
    if (target !~ /^(banyan|libnet|libpart|libgrid|advisor|daemon|tools|examples|bench|tests)\//) next
    theirs = layer_of(target)
    if (theirs == "") report("\"" target "\" is not a public header")
    else if (index(allowed[mine] " ", " " theirs " ") == 0) report(mine " may not include " theirs " (\"" target "\")")
    ++includes
}
END {
    if (!bad) printf "layers: %d files, %d includes of our own, all downward\n", files, includes
    exit bad
}' "${list[@]}"
