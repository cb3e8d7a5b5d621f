#!/usr/bin/env bash
# The only list of the Debian packages that Banyan needs. Installs the missing ones; prints nothing if none is missing.
#
#   tools/dev/install_packages.sh            packages for building, running and testing
#   tools/dev/install_packages.sh --run      only for building and running (used by ./quickstart)
#   tools/dev/install_packages.sh --bench    also the systems that bench/ compares with: MPI, PVM, ZeroMQ
#   tools/dev/install_packages.sh --list     print the names, install nothing
#
# Needs root, or sudo without a password; otherwise prints the command for an administrator and exits with 1.
set -euo pipefail

run=(
    g++ make cmake ninja-build ccache pkg-config git ca-certificates     # compiler and build
    libboost-dev libprotobuf-dev protobuf-compiler libssl-dev            # sockets, control plane, authentication
    libfmt-dev libspdlog-dev nlohmann-json3-dev libcli11-dev libpng-dev  # text, logs, JSON, options, pictures
    libedit-dev                                                          # lines of the console of PVM
    libfftw3-dev                                                         # Fourier transforms
    gnuplot-nox openssh-client                                           # plots, starting daemons on other hosts
)
test=(
    catch2 clang-format                    # unit tests, format check
    clang libclang-rt-14-dev               # fuzz targets
    openssh-server iproute2 procps         # sshd for tests, network namespaces of the laboratory
    python3                                # checks of the pages
    gfortran                               # example programs of PVM
    g++-s390x-linux-gnu qemu-user          # a task on an emulated big-endian computer
)
bench=(
    libopenmpi-dev openmpi-bin libmpich-dev mpich pvm pvm-dev libzmq3-dev    # what bench/compare measures against
    libmetis-dev libtrilinos-zoltan-dev                                     # what bench/partition compares with
    libfftw3-mpi-dev                                                        # what bench/fourier compares with
)

wanted=("${run[@]}" "${test[@]}")
list=no
for option in "$@"; do
    case $option in
        --run) wanted=("${run[@]}") ;;
        --bench) wanted+=("${bench[@]}") ;;
        --list) list=yes ;;
        *) echo "install_packages.sh: unknown option '$option', use --run, --bench or --list" >&2; exit 2 ;;
    esac
done
if [ "$list" = yes ]; then
    printf '%s\n' "${wanted[@]}"
    exit 0
fi

if ! command -v dpkg-query >/dev/null; then
    echo "install_packages.sh: dpkg-query is not found; install what these Debian 12 packages contain: ${wanted[*]}" >&2
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
    echo "Debian packages are missing. Ask an administrator to run this command, then start again:" >&2
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

# The tests start their own sshd. The service that the package starts is stopped.
if [[ " ${missing[*]} " == *" openssh-server "* ]] && [ -d /run/systemd/system ]; then
    "${as_root[@]}" systemctl disable --now ssh.service || true
fi
