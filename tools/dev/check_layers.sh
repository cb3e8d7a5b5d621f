#!/usr/bin/env bash
# Reads every #include of the project and fails when one points upward in the layers of docs/architecture.md.
#
#   tools/dev/check_layers.sh [ROOT]      ROOT: top folder of the project, default: the one this script is in
#
# A layer may include itself and the layers listed after it; a folder or a public header without a row is an error too.
set -euo pipefail
root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
cd "$root"

folders=()
for folder in libnet libpart advisor daemon tools examples bench tests; do
    [ ! -d "$folder" ] || folders+=("$folder")
done
if [ ${#folders[@]} = 0 ]; then
    echo "check_layers: no source files found in $root" >&2
    exit 1
fi
find "${folders[@]}" -type f \( -name '*.hpp' -o -name '*.cpp' -o -name '*.h' -o -name '*.c' -o -name '*.hpp.in' \) -print0 |
    sort -z | xargs -0 -r awk '
BEGIN {
    # --- who may include whom
    net = "base wire engine transport runtime collectives"
    split(net, order, " ")
    for (i = 1; i in order; ++i) {
        lower = ""
        for (j = 1; j <= i; ++j) lower = lower " libnet/" order[j]
        allowed["libnet/" order[i]] = lower " "
    }
    all_net = allowed["libnet/collectives"]
    allowed["libnet/pvm3"] = " libnet/pvm3" all_net
    allowed["libpart/part"] = " libpart/part "
    allowed["libpart/grid"] = " libpart/grid libpart/part" all_net
    allowed["daemon"] = " daemon" all_net
    allowed["advisor"] = " advisor daemon libpart/grid libpart/part" all_net
    top = " advisor daemon libpart/grid libpart/part libnet/pvm3" all_net
    allowed["tools"] = " tools" top
    allowed["examples"] = " examples" top
    allowed["bench"] = " bench" top
    allowed["tests"] = " tests tools examples bench" top

    # --- the layer each public header belongs to
    own("base", "ids error version message regions mailbox_options")
    own("wire", "typed_item packer unpacker")
    own("engine", "mailbox")
    own("runtime", "group session thread_world")
    own("collectives", "collectives")
}
function own(layer, names,    list, i) {
    split(names, list, " ")
    for (i in list) public_layer[list[i]] = "libnet/" layer
}
function layer_of(path,    part, name) {
    sub(/\.in$/, "", path)
    if (path ~ /^libnet\/include\//) sub(/^libnet\/include\//, "", path)
    if (path ~ /^libpart\/include\//) sub(/^libpart\/include\//, "", path)
    if (path == "libnet/version.hpp") return "libnet/base"
    if (path ~ /^banyan\/net\//) {
        name = path
        gsub(/^banyan\/net\/|\.hpp$/, "", name)
        return (name in public_layer) ? public_layer[name] : "?"
    }
    if (path ~ /^banyan\/part\//) return path ~ /distributed|halo|redistribution/ ? "libpart/grid" : "libpart/part"
    if (path ~ /^(pvm3|fpvm3)\.h$/) return "libnet/pvm3"
    split(path, part, "/")
    if (part[1] == "libnet" || part[1] == "libpart") return part[1] "/" part[2]
    return part[1]
}
function report(text) {
    printf "%s:%d: %s\n", FILENAME, FNR, text > "/dev/stderr"
    bad = 1
}
FNR == 1 {
    ++files
    mine = layer_of(FILENAME)
    if (!(mine in allowed)) report("no layer is known for this file; give it a row in tools/dev/check_layers.sh")
}
/^[ \t]*#[ \t]*include[ \t]*[<"]/ && mine in allowed {
    target = $0
    sub(/^[^<"]*[<"]/, "", target)
    sub(/[>"].*$/, "", target)
    if (target ~ /^\.\.?\//) { report("include \"" target "\" by its path from the top folder"); next }
    if (target !~ /^(banyan|libnet|libpart|advisor|daemon|tools|examples|bench|tests)\// && target !~ /^f?pvm3\.h$/) next
    theirs = layer_of(target)
    if (theirs == "?") report("\"" target "\" has no layer; give it a row in tools/dev/check_layers.sh")
    else if (index(allowed[mine], " " theirs " ") == 0) report(mine " may not include " theirs " (\"" target "\")")
    ++includes
}
END {
    if (!bad) printf "layers: %d files, %d includes of our own, all downward\n", files, includes
    exit bad
}'
