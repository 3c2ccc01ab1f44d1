#!/usr/bin/env bash
# Builds core, io and the command line for ARM64 (aarch64) with Debian's cross compiler and runs the tests of core and io by
# an emulated processor: the quick ones, with --all also the searches, which take minutes each.
# The libraries for it are unpacked into build/arm64/sysroot; the machine's own packages stay as they are.
# Usage: tests/arm64.sh [--all] [CTEST ARGUMENTS]   (as root, or with mmdebstrap's other modes in MMDEBSTRAP_MODE)
set -euo pipefail
cd "$(dirname "$0")/.."

# How soon a job is cancelled and what the kernel keeps the helper from say nothing of an emulated processor; the files of
# other programs are opened by the command line, which the machine cannot start.
left_out='core/tst_cancel|io/tst_sandbox|io/ecosystem'
# Hundreds of iterations over the products, searches and fits that the other tests check one by one.
searches='core/tst_(canonical|canonicalmetric|centroids|experiment|optimize|ranks|resume|studies|verdict|widespaces)'
if [ "${1:-}" = --all ]; then
    shift
else
    left_out+="|$searches"
fi

for program in aarch64-linux-gnu-g++ qemu-aarch64 mmdebstrap; do
    if ! command -v "$program" >/dev/null; then
        echo "$program is missing: apt-get install --no-install-recommends g++-aarch64-linux-gnu qemu-user mmdebstrap" >&2
        exit 1
    fi
done
sysroot=$PWD/build/arm64/sysroot
if [ ! -e "$sysroot/.complete" ]; then
    rm -rf "$sysroot"
    mkdir -p "${sysroot%/*}"
    packages=(libc6-dev libstdc++-12-dev libeigen3-dev libtbb-dev libhdf5-dev libzip-dev zlib1g-dev libxxhash-dev
        libsnappy-dev libzstd-dev liblz4-dev libbrotli-dev
        nlohmann-json3-dev qt6-base-dev)
    sources=()
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -e "$list" ] && sources+=("$list")
    done
    mmdebstrap --quiet --mode="${MMDEBSTRAP_MODE:-root}" --variant=extract --arch=arm64 \
        --include="$(IFS=,; echo "${packages[*]}")" "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$sysroot" \
        "${sources[@]}"
    touch "$sysroot/.complete"
fi

libraries=$sysroot/usr/lib/aarch64-linux-gnu
export PKG_CONFIG_SYSROOT_DIR=$sysroot PKG_CONFIG_LIBDIR=$libraries/pkgconfig:$sysroot/usr/share/pkgconfig
cmake -S . -B build/arm64 -G Ninja \
    -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_SYSROOT="$sysroot" \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
    -DCMAKE_LIBRARY_ARCHITECTURE=aarch64-linux-gnu -DCMAKE_FIND_ROOT_PATH="$sysroot" \
    -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
    -DCMAKE_CROSSCOMPILING_EMULATOR="qemu-aarch64;-L;$sysroot" -DQT_HOST_PATH=/usr \
    -DQt6CoreTools_DIR="/usr/lib/$(gcc -print-multiarch)/cmake/Qt6CoreTools" \
    -DHDF5_C_COMPILER_EXECUTABLE=/bin/false -DCMAKE_LIBRARY_PATH="$libraries/hdf5/serial" \
    -DCMAKE_INCLUDE_PATH="$sysroot/usr/include/hdf5/serial" \
    -DCMAKE_CXX_FLAGS=-Wno-psabi -DANCHORSCOPE_GUI=OFF -DANCHORSCOPE_BENCHMARKS=OFF -DANCHORSCOPE_EXAMPLES=OFF -DANCHORSCOPE_WERROR=ON >/dev/null
tests=$(sed -n 's/^anchorscope_test(\(\(core\|io\)\/tst_[a-z0-9]*\) .*/\1/p' tests/core/tests.cmake tests/io/tests.cmake |
    grep -vxE "$left_out" | cut -d/ -f2)
# The compiler misreads precompiled headers that come from the cache (“invalid preprocessing directive #include”).
export CCACHE_DISABLE=1
# shellcheck disable=SC2086
cmake --build build/arm64 --parallel "${JOBS:-$(nproc)}" --target core io anchorscope-cli $tests
# The tests of io start the helper that lies beside them; the machine's kernel starts it by the emulator.
printf '#!/bin/sh\nexec qemu-aarch64 -L "%s" "%s" "$@"\n' "$sysroot" "$PWD/build/arm64/bin/anchorscope-reader" \
    >build/arm64/tests/bin/anchorscope-reader
chmod +x build/arm64/tests/bin/anchorscope-reader
export ANCHORSCOPE_EMULATED=1
ctest --test-dir build/arm64 -L '^(core|io)$' -E "^($left_out)\$" --output-on-failure "$@"
