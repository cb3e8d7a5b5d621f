#!/usr/bin/env bash
# Four tasks of one run over TCP, two of this architecture and two of s390x (big-endian, under qemu): real daemon, attachment,
# handshake and protocol on both; then PVM messages from each of the two to the other. Cross-compiles libnet first, into
# BUILD/s390x, with low priority, because other tests with time limits run meanwhile.
# Usage: foreign_test.sh PROJECT BUILD FOLDER_OF_PROGRAMS
set -euo pipefail
project=$1 build=$2/s390x bin=$3
skip() { echo "foreign_test: skipped: $1"; exit 77; }
for program in s390x-linux-gnu-g++ qemu-s390x; do
    command -v $program > /dev/null || skip "no $program here (tools/dev/install_packages.sh)"
done
mkdir -p "$build"
"$project/tools/dev/s390x_sysroot.sh" "$build/sysroot" > "$build/sysroot.log" 2>&1 ||
    { [ $? = 77 ] && skip "$(tail -n 1 "$build/sysroot.log")"; cat "$build/sysroot.log"; exit 1; }

{
    cmake -S "$project" -B "$build/task" -G Ninja -DBANYAN_FOREIGN=ON -DBANYAN_SYSROOT="$build/sysroot" \
          -DCMAKE_TOOLCHAIN_FILE="$project/cmake/s390x-linux-gnu.cmake" \
          -DBANYAN_UNITY=ON -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O0 -DNDEBUG" &&
        nice cmake --build "$build/task" -j "${CHECK_JOBS:-$(nproc)}"
} > "$build/build.log" 2>&1 || { tail -n 40 "$build/build.log"; exit 1; }

libraries=$build/sysroot/usr/lib/s390x-linux-gnu:/usr/s390x-linux-gnu/lib

# Task ids of one host count up, so every second task has this architecture and the others have s390x.
rank=$build/rank.sh
cat > "$rank" << EOF
#!/bin/sh
if [ \$((BANYAN_TASK % 2)) = 0 ]; then exec "$bin/foreign_task"; fi
exec qemu-s390x -L /usr/s390x-linux-gnu -E LD_LIBRARY_PATH=$libraries "$build/task/bin/foreign_task"
EOF
chmod +x "$rank"

report=$(BANYAN_TRANSPORT=tcp "$bin/banyan" run -n 4 -- "$rank" 2>&1) || { echo "$report"; exit 1; }
echo "$report"
for order in big little; do
    found=$(grep -c "^.*$order-endian rank: [1-9][0-9]* values and 9 plain messages from each of 3 tasks are right" <<< "$report" || true)
    [ "$found" = 2 ] || { echo "foreign_test: $found tasks of $order-endian hosts reported success, not 2"; exit 1; }
done

# Receiver makes right: numbers of PvmDataDefault are read on both, and raw numbers only where they were packed.
here() { "$bin/foreign_pvm_message" "$@"; }
there() { qemu-s390x -L /usr/s390x-linux-gnu -E LD_LIBRARY_PATH="$libraries" "$build/task/bin/foreign_pvm_message" "$@"; }
message=$build/pvm_message
for pair in "here there" "there here"; do
    read -r sender receiver <<< "$pair"
    "$sender" pack "$message"
    "$sender" unpack "$message"
    "$receiver" unpack "$message"
    "$sender" pack_raw "$message"
    "$sender" unpack "$message"
    "$receiver" refuse "$message"
    echo "PVM messages of every type from $sender: right $receiver"
done
