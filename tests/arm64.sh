#!/usr/bin/env bash
# Builds core and io for ARM64 (aarch64) with Debian's cross compiler and runs the tests of core by an emulated processor.
# The libraries for it are unpacked into build/arm64/sysroot; the machine's own packages stay as they are.
# Usage: tests/arm64.sh [CTEST ARGUMENTS]   (as root, or with mmdebstrap's other modes in MMDEBSTRAP_MODE)
set -euo pipefail
cd "$(dirname "$0")/.."

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
tests=$(sed -n 's/^anchorscope_test(core\/\(tst_[a-z]*\) .*/\1/p' tests/core/tests.cmake)
# shellcheck disable=SC2086
cmake --build build/arm64 --parallel "${JOBS:-$(nproc)}" --target core io anchorscope-cli $tests
# How soon a job is cancelled says nothing of an emulated processor. The tests of io start a helper program, which needs a
# kernel that runs programs for ARM64.
ctest --test-dir build/arm64 -L '^core$' -E '^core/tst_cancel$' --output-on-failure "$@"
