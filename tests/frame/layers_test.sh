#!/usr/bin/env bash
# The layer check must accept right includes and name each wrong one. Usage: layers_test.sh CHECK_SCRIPT
set -euo pipefail
check=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT

# try EXPECTED FILE INCLUDE: a tree with one file that has one include; EXPECTED is ok or a part of the message.
try() {
    local expected=$1 file=$2 include=$3 output status=0
    rm -rf "${tree:?}"/*
    mkdir -p "$tree/$(dirname "$file")"
    printf '#pragma once\n  #  include %s\n' "$include" > "$tree/$file"
    output=$("$check" "$tree" 2>&1) || status=$?
    if [ "$expected" = ok ] && [ $status = 0 ]; then return; fi
    if [ "$expected" != ok ] && [ $status != 0 ] && [[ $output == *"$expected"* ]]; then return; fi
    echo "$file including $include: wanted '$expected', got status $status: $output" >&2
    exit 1
}

try ok libnet/protocol/a.hpp '"libnet/wire/frame.hpp"'
try ok libnet/wire/a.hpp '<vector>'
try ok libnet/base/a.cpp '"banyan/net/error.hpp"'
try ok libpart/grid/a.cpp '"banyan/net/collectives.hpp"'
try ok advisor/a.cpp '"daemon/local_machine.hpp"'
try ok tests/libnet/a.cpp '"libnet/protocol/protocol.hpp"'
try ok tools/banyan/a.cpp '"advisor/probe.hpp"'

try 'libnet/wire may not include libnet/protocol' libnet/wire/a.hpp '"libnet/protocol/protocol.hpp"'
try 'libnet/base may not include libnet/runtime' libnet/base/a.cpp '"banyan/net/session.hpp"'
try 'libnet/protocol may not include libnet/transport' libnet/protocol/deep/a.cpp '"libnet/transport/tcp/link.hpp"'
try 'libnet/base may not include libnet/protocol' libnet/include/banyan/net/ids.hpp '"banyan/net/mailbox.hpp"'
try 'libpart/part may not include libnet/base' libpart/part/a.cpp '"banyan/net/ids.hpp"'
try 'libpart/part may not include libnet/base' libpart/include/banyan/part/grid.hpp '<banyan/net/error.hpp>'
try 'daemon may not include advisor' daemon/a.cpp '"advisor/probe.hpp"'
try 'advisor may not include tools' advisor/a.cpp '"tools/banyan/verb.hpp"'
try 'libnet/runtime may not include tests' libnet/runtime/a.cpp '"tests/fixture.hpp"'
try 'tools may not include bench' tools/banyan/a.cpp '"bench/timer.hpp"'
try 'has no layer' libnet/base/a.cpp '"banyan/net/unheard_of.hpp"'
try 'no layer is known' libnet/novel/a.cpp '<vector>'
try 'by its path from the top' libnet/wire/a.cpp '"../protocol/protocol.hpp"'
try 'no source files' nothing/readme.txt '<vector>'
