#!/usr/bin/env bash
# Runs the README's commands on a release of Debian, from nothing: a root by debootstrap, a clone of the last commit,
# examples/run.sh and tests/run.sh in it, the wheel and the package made there, installed there. The package comes last,
# because its Python module would stand in for that of the wheel; it is left beside the log. Needs root, debootstrap, 8 GB and an hour. Run it before a release.
# Usage: tests/debian.sh RELEASE [LOG]   (bookworm, trixie; log: debian-RELEASE.log)
set -euo pipefail
cd "$(dirname "$0")/.."

release=${1:?Usage: tests/debian.sh RELEASE [LOG]}
log=$(realpath "${2:-debian-$release.log}")
root=$(mktemp -d)
finish() {
    umount -R "$root/proc" "$root/dev" 2>/dev/null || true
    rm -rf --one-file-system "$root"
}
trap finish EXIT

step() { # step NAME COMMAND…: runs it, and notes its time and result
    local name=$1 begin=$SECONDS result=passed
    shift
    "$@" >>"$log" 2>&1 || result=FAILED
    printf '%s: %s in %d s\n' "$name" "$result" $((SECONDS - begin)) | tee -a "$log"
    [ "$result" = passed ]
}
inside() { # inside COMMAND: as a user's shell in the clone
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 sh -ec "cd /srv/anchorscope; $1"
}

echo "Commit $(git rev-parse --short HEAD) on Debian $release, $(date -u +%F)" | tee "$log"
step "Root" debootstrap --variant=minbase --include=git,ca-certificates "$release" "$root"
cp /etc/resolv.conf "$root/etc"
mount -t proc proc "$root/proc"
mount --rbind --make-rslave /dev "$root/dev"
step "Clone" git clone -q --no-hardlinks . "$root/srv/anchorscope"
step "examples/run.sh" inside examples/run.sh
step "Wheel" inside "tests/packages.sh wheel"
step "tests/run.sh" inside tests/run.sh
step "Package" inside "cd build/release; cpack -G DEB; apt-get install -y --no-install-recommends ./anchorscope_*.deb; anchorscope-cli info ../../examples/data/words.h5"
cp "$root"/srv/anchorscope/build/release/anchorscope_*.deb "$(dirname "$log")"
