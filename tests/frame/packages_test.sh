#!/usr/bin/env bash
# Without root and without sudo the package script must print the one apt line and fail; with nothing missing it must
# be silent. Runs it against stand-ins for dpkg-query, id and sudo. Usage: packages_test.sh INSTALL_SCRIPT
set -euo pipefail
script=$1
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
fail() { echo "packages_test: $1" >&2; exit 1; }
stand_in() { printf '#!/bin/sh\n%s\n' "$2" > "$bin/$1"; chmod +x "$bin/$1"; }
stand_in id 'echo 1000'
stand_in sudo 'exit 1'
stand_in apt-get 'echo apt-get must not run; exit 9'

stand_in dpkg-query 'printf installed'
output=$(PATH=$bin:$PATH "$script" 2>&1) || fail "fails although no package is missing: $output"
[ -z "$output" ] || fail "prints something although no package is missing: $output"

stand_in dpkg-query 'for last; do :; done; case $last in catch2|ninja-build) exit 1;; *) printf installed;; esac'
status=0
output=$(PATH=$bin:$PATH "$script" 2>&1) || status=$?
[ $status = 1 ] || fail "exits $status instead of 1 when packages are missing and there is no root"
expected='apt-get update && apt-get install -y --no-install-recommends ninja-build catch2'
[[ $output == *"$expected"* ]] || fail "does not print '$expected' but: $output"

stand_in sudo "shift; [ \"\$1\" = true ] || echo \"as root: \$*\" | tee -a $bin/orders"
output=$(PATH=$bin:$PATH "$script" 2>&1) || fail "fails with a sudo that asks nothing: $output"
[ "$output" = "Installing Debian packages: ninja-build catch2" ] || fail "shows more than what it installs: $output"
[[ $(< "$bin/orders") == *"apt-get"*"update"*"install -y --no-install-recommends ninja-build catch2"* ]] ||
    fail "with sudo: $(< "$bin/orders")"

stand_in sudo 'shift; [ "$1" = true ] || { echo "no route to the archive"; exit 100; }'
status=0
output=$(PATH=$bin:$PATH "$script" 2>&1) || status=$?
[ $status = 1 ] || fail "exits $status instead of 1 when apt-get fails"
[[ $output == *"no route to the archive"* ]] || fail "does not show why apt-get failed: $output"

status=0
PATH=$bin:$PATH "$script" --frobnicate >/dev/null 2>&1 || status=$?
[ $status = 2 ] || fail "exits $status instead of 2 for an unknown option"
