#!/usr/bin/env bash
# Installs the Debian packages that Anchorscope needs, those that are missing only.
# Usage: install-packages.sh [cli|run|test|package]   (cli: to build the command line alone; run: to build and start all
# of it; test: also what the tests and clang-tidy use; package: also what makes and checks packages)
set -euo pipefail

# `file` is not needed to build; CPack asks it what a Debian package depends on.
packages=(
    build-essential cmake ninja-build pkg-config gzip file
    qt6-base-dev libeigen3-dev libspectra-dev libhdf5-dev libtbb-dev libzip-dev libxxhash-dev zlib1g-dev
    libsnappy-dev libzstd-dev liblz4-dev libbrotli-dev
    nlohmann-json3-dev
)
if [ "${1:-run}" != cli ]; then
    packages+=(qt6-charts-dev libqt6opengl6-dev qt6-svg-dev libqt6svg6)
fi
case "${1:-run}" in
test | package)
    # Format, fuzzing and clang-tidy are checked with Debian 12's clang; where it is missing they are skipped.
    clang=()
    ! apt-cache show clang-14 >/dev/null 2>&1 || clang=(clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14)
    packages+=(libopenmpi-dev openmpi-bin libbenchmark-dev xvfb xauth sqlite3 python3-h5py python3-pandas locales-all "${clang[@]}")
    ;;
esac
if [ "${1:-run}" = package ]; then
    packages+=(appstream desktop-file-utils lintian man-db debootstrap bubblewrap
        python3-venv qt6-wayland)
fi

# Of each package its name and what it provides: Debian 13's qt6-base-dev provides libqt6opengl6-dev.
installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}, ${Provides}\n' | sed -n 's/^installed //p' | tr , '\n' |
    sed 's/^ *//; s/ .*//')
missing=()
for package in "${packages[@]}"; do
    grep -qxF "$package" <<<"$installed" || missing+=("$package")
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
# Another program, such as the updates in the background, may be using apt: it is waited for.
wait_for_lock=(-o DPkg::Lock::Timeout=300)
"${as_root[@]}" apt-get "${wait_for_lock[@]}" update -qq
# Its output is shown if it fails.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "${wait_for_lock[@]}" install -y --no-install-recommends "${missing[@]}" >"$log" 2>&1 &
install=$!
while kill -0 $install 2>/dev/null; do
    sleep 2
    [ ! -t 2 ] || printf '\rInstalled %d packages' "$(grep -c '^Setting up' "$log")" >&2
done
[ ! -t 2 ] || echo >&2
wait $install || { tail -20 "$log" >&2; exit 1; }
