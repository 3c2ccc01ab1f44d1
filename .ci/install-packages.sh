#!/usr/bin/env bash
# Installs the Debian packages that Anchorscope needs, those that are missing only.
# Usage: install-packages.sh [run|test|package]   (run: to build and start it; test: also what the tests use; package:
# also what checks the Debian package)
set -euo pipefail

packages=(
    build-essential cmake ninja-build pkg-config
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev libqt6svg6-dev libqt6svg6
    libeigen3-dev libhdf5-dev libtbb-dev libzip-dev libxxhash-dev zlib1g-dev
    nlohmann-json3-dev
)
if [ "${1:-run}" != run ]; then
    packages+=(libopenmpi-dev openmpi-bin libbenchmark-dev xvfb xauth python3-h5py python3-pandas clang-14 libclang-rt-14-dev clang-format-14)
fi
if [ "${1:-run}" = package ]; then
    packages+=(appstream desktop-file-utils lintian man-db)
fi

missing=()
for package in "${packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "These packages are missing and need an administrator: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    as_root=(sudo)
fi
echo "Installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
