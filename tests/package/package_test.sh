#!/usr/bin/env bash
# Installs the build into a fresh prefix, then builds and runs a project outside the tree twice: by find_package and by
# pkg-config. A program for PVM 3 in C is built in both ways too. Usage: package_test.sh CMAKE BUILD_FOLDER COMPILER VERSION
set -euo pipefail
cmake=$1 build=$2 compiler=$3 version=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

# expect_output PROGRAM: runs it; it must name the version that was installed.
expect_output() {
    local output
    output=$("$1")
    if [[ $output != "banyan $version: right" ]]; then
        echo "package_test: $1 printed '$output', not 'banyan $version: right'" >&2
        exit 1
    fi
    echo "$1: $output"
}

# expect_pvm_output PROGRAM: runs it in a private virtual machine of the installed command.
expect_pvm_output() {
    local output status=0
    output=$(PATH=$prefix/bin:$PATH XDG_RUNTIME_DIR=$scratch PVM_TMP=$scratch timeout 120 "$prefix/bin/banyan" run -n 1 -- "$1") || status=$?
    if [[ $status != 0 || $output != "pvm 3.4.6: right" ]]; then
        echo "package_test: $1 printed '$output', not 'pvm 3.4.6: right', and ended with $status" >&2
        exit 1
    fi
    echo "$1: $output"
}

"$cmake" --install "$build" --prefix "$prefix" > "$scratch/install.log"
cp -r "$here" "$scratch/outside"

"$cmake" -S "$scratch/outside" -B "$scratch/by_cmake" -D CMAKE_CXX_COMPILER="$compiler" -D CMAKE_PREFIX_PATH="$prefix" \
         -D CMAKE_BUILD_TYPE=Release
"$cmake" --build "$scratch/by_cmake"
expect_output "$scratch/by_cmake/outside"
expect_output "$scratch/by_cmake/transform"
expect_pvm_output "$scratch/by_cmake/pvm_hello"

folder=$(dirname "$(find "$prefix" -name banyan.pc)")
export PKG_CONFIG_PATH=$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
read -ra flags <<< "$(pkg-config --cflags --libs banyan)"
"$compiler" -std=c++20 "$scratch/outside/main.cpp" -o "$scratch/by_pkg_config" "${flags[@]}"
expect_output "$scratch/by_pkg_config"
read -ra flags <<< "$(pkg-config --cflags --libs banyan_fft)"
"$compiler" -std=c++20 "$scratch/outside/transform.cpp" -o "$scratch/transform_by_pkg_config" "${flags[@]}"
expect_output "$scratch/transform_by_pkg_config"

read -ra flags <<< "$(pkg-config --cflags --libs pvm3) -Wl,-rpath,$(pkg-config --variable=libdir pvm3)"
cc -std=gnu89 -Wall -Werror "$scratch/outside/pvm_hello.c" -o "$scratch/pvm_hello_by_pkg_config" "${flags[@]}"
expect_pvm_output "$scratch/pvm_hello_by_pkg_config"

for program in by_cmake/outside by_pkg_config; do
    XDG_RUNTIME_DIR=$scratch "$prefix/bin/banyan" advise --app "$scratch/$program" --rows 64 --cols 64 -n 2 --method row \
        --probe-seconds 0.3 > "$scratch/advice" || { echo "package_test: $program is no probe" >&2; exit 1; }
    grep -q '^Use row ' "$scratch/advice" || { echo "package_test: no advice for $program" >&2; exit 1; }
done
"$prefix/bin/banyan" --help > /dev/null
read -ra flags <<< "$(pkg-config --cflags pvm3) -lpvmtrc $(pkg-config --libs pvm3) -Wl,-rpath,$(pkg-config --variable=libdir pvm3)"
printf '#include <trclib.h>\nint main() { trc_tracer_init(); return trc_get_did(NULL, TEV_DID_TID) == NULL; }\n' > "$scratch/traces.cpp"
"$compiler" "$scratch/traces.cpp" -o "$scratch/traces" "${flags[@]}"
"$scratch/traces"
for program in banyan-probe thermal contour tracer trcsort; do
    [ -x "$prefix/bin/$program" ] || { echo "package_test: no $program" >&2; exit 1; }
done
for program in banyan banyand; do
    [[ $("$prefix/bin/$program" --version) == *"$version"* ]] || { echo "package_test: $program --version" >&2; exit 1; }
done
for verb in "" $("$prefix/bin/banyan" --help | sed -n '/^Subcommands:/,$s/^  \([a-z]*\) .*/-\1/p'); do
    [ -s "$prefix/share/man/man1/banyan$verb.1" ] || { echo "package_test: no manual page of banyan$verb" >&2; exit 1; }
done
for program in pvm tracer trcsort; do
    [ -s "$prefix/share/man/man1/$program.1" ] || { echo "package_test: no manual page of $program" >&2; exit 1; }
done
