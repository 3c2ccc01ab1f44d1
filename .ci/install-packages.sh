#!/usr/bin/env bash
# Installs the Debian packages that Anchorscope needs, those that are missing only.
# Usage: install-packages.sh [run|test|package]   (run: to build and start it; test: also what the tests use; package:
# also what checks the Debian package)
set -euo pipefail

packages=(
    build-essential cmake ninja-build pkg-config
    qt6-base-dev qt6-charts-dev libqt6opengl6-dev qt6-svg-dev libqt6svg6
    libeigen3-dev libspectra-dev libhdf5-dev libtbb-dev libzip-dev libxxhash-dev zlib1g-dev
    libsnappy-dev libzstd-dev liblz4-dev libbrotli-dev
    nlohmann-json3-dev
)
if [ "${1:-run}" != run ]; then
    packages+=(libopenmpi-dev openmpi-bin libbenchmark-dev xvfb xauth python3-h5py python3-pandas locales-all clang-14 libclang-rt-14-dev clang-format-14)
fi
if [ "${1:-run}" = package ]; then
    packages+=(appstream desktop-file-utils lintian man-db debootstrap bubblewrap python3-pip python3-setuptools python3-wheel
        python3-venv python3-yaml)
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
echo "Anchorscope needs ${#missing[@]} Debian packages that are not installed: ${missing[*]}" >&2
[ ${#as_root[@]} -eq 0 ] || echo "apt-get installs them as administrator: sudo may ask for your password." >&2
"${as_root[@]}" apt-get update -qq
# Its output is shown if it fails.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 &
install=$!
while kill -0 $install 2>/dev/null; do
    sleep 2
    printf '\rInstalled %d packages' "$(grep -c '^Setting up' "$log")" >&2
done
echo >&2
wait $install || { tail -20 "$log" >&2; exit 1; }
