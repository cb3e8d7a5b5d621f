#!/usr/bin/env bash
# The layer check must accept right includes and name each wrong one. Usage: layers_test.sh CHECK_SCRIPT
set -euo pipefail
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# try EXPECTED FILE INCLUDE [OTHER]...: a tree with one file that has one include, and other files that are empty;
# EXPECTED is ok or a part of the message.
try() {
    local expected=$1 file=$2 include=$3 output status=0 other
    shift 3
    rm -rf "${tree:?}"/*
    for other in "$file" "$@"; do
        mkdir -p "$tree/$(dirname "$other")"
        : > "$tree/$other"
    done
    printf '#pragma once\n  #  include %s\n' "$include" > "$tree/$file"
    output=$("$check" "$tree" 2>&1) || status=$?
    if [ "$expected" = ok ] && [ $status = 0 ]; then return; fi
    if [ "$expected" != ok ] && [ $status != 0 ] && [[ $output == *"$expected"* ]]; then return; fi
    echo "$file including $include: wanted '$expected', got status $status: $output" >&2
    exit 1
}

net=libnet/include/banyan/net part=libpart/include/banyan/part

try ok libnet/protocol/a.hpp '"libnet/wire/frame.hpp"'
try ok libnet/wire/a.hpp '<vector>'
try ok libnet/base/a.cpp '"banyan/net/error.hpp"' $net/error.hpp libnet/base/error.cpp
try ok libnet/joining/a.cpp '"libnet/messaging/mailbox_impl.hpp"'
try ok libnet/collectives/a.cpp '"libnet/messaging/mailbox_impl.hpp"'
try ok libgrid/a.cpp '"banyan/net/collectives.hpp"' $net/collectives.hpp libnet/collectives/gather.cpp
try ok libgrid/include/banyan/grid/a.hpp '"banyan/part/cost.hpp"' $part/cost.hpp libpart/cost/a.cpp
try ok libpart/methods/a.cpp '"banyan/part/cost.hpp"' $part/cost.hpp libpart/cost/a.cpp
try ok libpart/published/a.cpp '"banyan/part/papers/published.hpp"' $part/papers/published.hpp
try ok advisor/a.cpp '"daemon/client.hpp"'
try ok examples/a.cpp '"banyan/advisor/probe.hpp"' advisor/include/banyan/advisor/probe.hpp
try ok tests/libnet/a.cpp '"libnet/protocol/protocol.hpp"'
try ok tools/banyan/a.cpp '"advisor/probe.hpp"'
try ok tools/banyan/a.cpp '"banyan/part.hpp"' libpart/include/banyan/part.hpp

try 'libnet/wire may not include libnet/protocol' libnet/wire/a.hpp '"libnet/protocol/protocol.hpp"'
try 'libnet/base may not include libnet/joining' libnet/base/a.cpp '"banyan/net/session.hpp"' $net/session.hpp libnet/joining/session.cpp
try 'libnet/messaging may not include libnet/joining' libnet/messaging/a.cpp '"libnet/joining/attachment.hpp"'
try 'libnet/collectives may not include libnet/joining' libnet/collectives/a.cpp '"banyan/net/session.hpp"' $net/session.hpp libnet/joining/session.cpp
try 'libnet/joining may not include libnet/collectives' libnet/joining/a.cpp '"banyan/net/collectives.hpp"' $net/collectives.hpp libnet/collectives/gather.cpp
try 'libnet/protocol may not include libnet/transport' libnet/protocol/deep/a.cpp '"libnet/transport/tcp/link.hpp"'
try 'libnet/base may not include libnet/messaging' $net/ids.hpp '"banyan/net/mailbox.hpp"' $net/mailbox.hpp libnet/messaging/mailbox.cpp
try 'libnet/collectives may not include libnet ' libnet/collectives/a.cpp '"banyan/net.hpp"' libnet/include/banyan/net.hpp
try 'libpart/model may not include libnet/base' libpart/model/a.cpp '"banyan/net/ids.hpp"' $net/ids.hpp
try 'libpart/model may not include libnet/base' $part/grid.hpp '<banyan/net/error.hpp>' $net/error.hpp libpart/model/grid.cpp
try 'libpart/model may not include libpart/geometry' libpart/model/a.cpp '"libpart/geometry/cut_tree.hpp"'
try 'libpart/geometry may not include libpart/methods' libpart/geometry/a.cpp '"banyan/part/methods.hpp"' $part/methods.hpp libpart/methods/rb2.cpp
try 'libpart/cost may not include libpart/geometry' libpart/cost/a.cpp '"libpart/geometry/cut_tree.hpp"'
try 'libpart/cost may not include libpart/methods' $part/papers/topology.hpp '"banyan/part/lookup.hpp"' $part/lookup.hpp libpart/cost/topology.cpp libpart/methods/lookup.cpp
try 'libpart/published may not include libgrid' libpart/published/a.cpp '"libgrid/reach.hpp"'
try 'daemon may not include advisor' daemon/a.cpp '"advisor/probe.hpp"'
try 'libgrid may not include advisor' libgrid/a.cpp '"banyan/advisor/probe.hpp"' advisor/include/banyan/advisor/probe.hpp
try 'advisor may not include tools' advisor/a.cpp '"tools/banyan/verb.hpp"'
try 'libnet/messaging may not include tests' libnet/messaging/a.cpp '"tests/fixture.hpp"'
try 'tools may not include bench' tools/banyan/a.cpp '"bench/timer.hpp"'
try 'is not a public header' libnet/base/a.cpp '"banyan/net/unheard_of.hpp"'
try 'no layer is known' libnet/novel/a.cpp '<vector>'
try 'by its path from the top' libnet/wire/a.cpp '"../protocol/protocol.hpp"'
try 'no source files' nothing/readme.txt '<vector>'
