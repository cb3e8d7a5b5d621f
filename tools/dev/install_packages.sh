#!/usr/bin/env bash
# The one list of the Debian packages that Banyan needs. Installs those that are missing and says nothing when none is.
#
#   tools/dev/install_packages.sh            what building, running and testing need
#   tools/dev/install_packages.sh --run      only what building and running need (used by ./quickstart)
#   tools/dev/install_packages.sh --bench    also what bench/ compares with: MPI, PVM, ZeroMQ
#   tools/dev/install_packages.sh --list     print the names, install nothing
#
# Needs root or a sudo that asks for no password; otherwise prints the line for an administrator and exits 1.
set -euo pipefail

run=(
    g++ make cmake ninja-build ccache pkg-config git ca-certificates     # compiler and build
    libboost-dev libprotobuf-dev protobuf-compiler libssl-dev            # sockets, control plane, authentication
    libfmt-dev libspdlog-dev nlohmann-json3-dev libcli11-dev libpng-dev  # text, logs, JSON, options, pictures
    gnuplot-nox openssh-client                                           # plots, starting daemons on other hosts
)
test=(
    catch2 clang-format                    # unit tests, format check
    clang libclang-rt-14-dev               # fuzz targets
    openssh-server iproute2 procps         # an sshd of the tests' own, network namespaces of the lab
    python3                                # checks of the pages
    g++-s390x-linux-gnu qemu-user          # a task on a big-endian machine
)
bench=(
    libopenmpi-dev openmpi-bin libmpich-dev mpich pvm pvm-dev libzmq3-dev    # what bench/compare measures against
    libmetis-dev libtrilinos-zoltan-dev                                     # what bench/partition compares with
)

wanted=("${run[@]}" "${test[@]}")
list=no
for option in "$@"; do
    case $option in
        --run) wanted=("${run[@]}") ;;
        --bench) wanted+=("${bench[@]}") ;;
        --list) list=yes ;;
        *) echo "install_packages.sh: unknown option '$option'; allowed: --run, --bench, --list" >&2; exit 2 ;;
    esac
done
if [ "$list" = yes ]; then
    printf '%s\n' "${wanted[@]}"
    exit 0
fi

if ! command -v dpkg-query >/dev/null; then
    echo "install_packages.sh: no dpkg here; on Debian 12 the packages are: ${wanted[*]}" >&2
    exit 1
fi
missing=()
for package in "${wanted[@]}"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ]; then
    as_root=(env)
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root=(sudo -n env)
else
    echo "Missing Debian packages. Let an administrator run this line, then start again:" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 1
fi

echo "Installing Debian packages: ${missing[*]}"
apt=("${as_root[@]}" DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() { "$@" > "$log" 2>&1 || { tail -n 40 "$log" >&2; echo "install_packages.sh: failed: $*" >&2; exit 1; }; }
quietly "${apt[@]}" update
quietly "${apt[@]}" install -y --no-install-recommends "${missing[@]}"

# The tests start an sshd of their own; a service that was not there before is not left running.
if [[ " ${missing[*]} " == *" openssh-server "* ]] && [ -d /run/systemd/system ]; then
    "${as_root[@]}" systemctl disable --now ssh.service || true
fi
