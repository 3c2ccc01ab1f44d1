#!/usr/bin/env bash
# Makes what users install without building, and starts each where this repository was never seen: the Debian package in
# a fresh Debian root (needs root and debootstrap), the portable folder where no Qt is installed, the Python wheel in an
# environment of its own, the package of the command line alone. Begins with the README's build.
# Usage: tests/packages.sh [--keep FOLDER] [deb|folder|wheel|server]…   (default: all; FOLDER receives what passed)
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."

.ci/install-packages.sh package
keep=
[ "${1:-}" != --keep ] || { keep=$(realpath "${2:?--keep needs a folder}"); shift 2; }
kinds=("$@")
[ ${#kinds[@]} -gt 0 ] || kinds=(deb folder wheel server)
root=$PWD
scratch=$(mktemp -d)
finish() {
    umount "$scratch"/root-*/proc 2>/dev/null || true
    rm -rf --one-file-system "$scratch"
}
trap finish EXIT

absent() { ! grep -E "$1"; } # absent PATTERN: fails if the input has a line of it, which it prints

packed() { # packed GENERATOR PATTERN: makes a package and names its file
    (cd build/release && rm -f $2 && cpack -G "$1" >"$scratch/cpack.log") || { cat "$scratch/cpack.log" >&2; exit 1; }
    ls build/release/$2
}

# What a new user does first; inside the root, the folder or the container.
cat >"$scratch/try.sh" <<'TRY'
set -eu
programs=$1 share=$2
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=/tmp/run HOME=/tmp/home
mkdir -p -m 700 /tmp/run /tmp/home
"$programs/anchorscope" --version
"$programs/anchorscope-cli" info "$share/examples/data/words.h5" | head -n 3
"$programs/anchorscope-cli" retrieval "$share/examples/data/globe.h5" --json | grep -q '"mrr"'
"$programs/anchorscope" --screenshot /tmp/window.png "$share/examples/data/globe.h5" >/tmp/scores.txt
test -s /tmp/window.png
grep -q MRR /tmp/scores.txt
TRY

passed() { # passed PACKAGE: keeps a package that was installed and used
    [ -z "$keep" ] || cp "$1" "$keep"
}

build() {
    rm -f build/release/resources/*.gz # what a complete build, such as that of the tests, has made
    cmake --preset release >/dev/null
    cmake --build --preset release --parallel "$(nproc)" >"$scratch/build.log" || { cat "$scratch/build.log"; exit 1; }
}

fresh_root() { # fresh_root NAME: unpacks a minimal Debian of this release, and names its folder
    local debian=$scratch/root-$1 release
    if [ ! -e "$scratch/root.tar" ]; then
        release=$(. /etc/os-release && echo "$VERSION_CODENAME")
        debootstrap --variant=minbase "$release" "$scratch/minimal" >"$scratch/debootstrap.log" ||
            { cat "$scratch/debootstrap.log" >&2; return 1; }
        tar -C "$scratch/minimal" -cf "$scratch/root.tar" .
        rm -rf --one-file-system "$scratch/minimal"
    fi
    mkdir "$debian"
    tar -C "$debian" -xf "$scratch/root.tar"
    cp "$scratch/try.sh" "$debian/tmp"
    cp /etc/resolv.conf "$debian/etc" 2>/dev/null || true
    rm -f "$debian/etc/apt/sources.list"
    cp -r /etc/apt/. "$debian/etc/apt"
    env | grep -i '_proxy=' >"$debian/etc/environment" || true
    mount -t proc proc "$debian/proc"
    echo "$debian"
}

installed() { # installed ROOT PACKAGE…: with apt, without what is only recommended
    local debian=$1
    shift
    chroot "$debian" sh -c "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
        --no-install-recommends $* >/tmp/apt.log 2>&1" || { tail -20 "$debian/tmp/apt.log"; return 1; }
}

try_deb() {
    local package debian
    package=$(packed DEB 'anchorscope_*.deb')
    lintian --fail-on error,warning "$package"
    debian=$(fresh_root deb)
    cp "$package" "$debian/tmp"
    installed "$debian" "/tmp/$(basename "$package")"
    chroot "$debian" sh /tmp/try.sh /usr/bin /usr/share/anchorscope
    installed "$debian" python3-h5py
    chroot "$debian" sh -c 'cd /tmp && python3 -c "import anchorscope
print(anchorscope.info(\"/usr/share/anchorscope/examples/data/globe.h5\"))"'
    passed "$package"
    echo "$(basename "$package"): installed and started in a fresh Debian root."
}

try_folder() {
    local archive folder
    archive=$(packed TGZ 'anchorscope-*.tar.gz')
    mkdir "$scratch/folder"
    tar -xzf "$archive" -C "$scratch/folder" --strip-components 1
    folder=$scratch/folder
    test -s "$folder/share/doc/anchorscope/licenses/LICENSE"
    [ "$(find "$folder/share/doc/anchorscope/licenses" -name copyright | wc -l)" -gt 50 ]
    # Of the system: the C and C++ libraries, those of the display driver, the shell and its tools. No Qt, no HDF5.
    local view=(--ro-bind "$folder" /opt/anchorscope --ro-bind "$scratch/try.sh" /try.sh --tmpfs /tmp --proc /proc --dev /dev)
    local each
    for each in sh ls grep head mkdir cat; do
        each=$(type -P "$each")
        view+=(--ro-bind "$(readlink -f "$each")" "/usr/bin/$(basename "$each")")
    done
    for each in /lib/x86_64-linux-gnu/{libc.so.6,libm.so.6,libdl.so.2,libpthread.so.0,librt.so.1,libresolv.so.2,libselinux.so.1,libpcre2-8.so.0} \
        /usr/lib/x86_64-linux-gnu/{libstdc++.so.6,libgcc_s.so.1,libEGL.so.1,libGLX.so.0,libOpenGL.so.0,libGLdispatch.so.0,libgbm.so.1,libdrm.so.2}; do
        view+=(--ro-bind "$(readlink -f "$each")" "/usr/lib/x86_64-linux-gnu/$(basename "$each")")
    done
    view+=(--ro-bind /lib64/ld-linux-x86-64.so.2 /usr/lib64/ld-linux-x86-64.so.2
        --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin)
    bwrap --unshare-net "${view[@]}" /bin/sh /try.sh /opt/anchorscope/bin /opt/anchorscope/share/anchorscope
    passed "$archive"
    echo "$(basename "$archive"): started where no Qt is installed ($(du -sh "$folder" | cut -f 1))."
}

try_wheel() { # it contains the program, so nothing of this repository or of the system's PATH is used
    resources/packaging/wheel.py "$scratch"
    [ -z "$(git status --porcelain --ignored src/python | grep -v /anchorscope/__pycache__)" ]
    /usr/bin/python3 -m venv --system-site-packages "$scratch/venv" # NumPy and h5py
    "$scratch/venv/bin/python" -m pip install --quiet --no-index --no-deps "$scratch"/anchorscope-*.whl
    (cd "$scratch" && env -u ANCHORSCOPE_CLI PATH=/nowhere "$scratch/venv/bin/python" -c "
import anchorscope, numpy
random = numpy.random.default_rng(0)
x = random.standard_normal((1000, 32)).astype('f4')
order = random.permutation(1000)
y = (x @ numpy.linalg.qr(random.standard_normal((32, 32)))[0].astype('f4'))[order]
aligner = anchorscope.Aligner().fit(x, y, pairs=[(int(order[row]), row) for row in range(15)])
assert '/venv/' in anchorscope.find_program(), anchorscope.find_program()
assert aligner.verdict_ == 'aligned' and (aligner.matches_ == order).mean() > 0.99
assert aligner.score(x[order], y) > 0.95 and '<svg' in aligner.result_._repr_html_()
print(aligner.result_)")
    passed "$scratch"/anchorscope-*.whl
    echo "$(basename "$scratch"/anchorscope-*.whl): $(du -h "$scratch"/anchorscope-*.whl | cut -f 1), installed and used in an environment of its own."
}

try_server() { # the command line alone: it needs no Qt Gui, and its packages hold no window
    local debian
    cmake -B build/server -G Ninja -DANCHORSCOPE_GUI=OFF -DANCHORSCOPE_TESTS=OFF -DANCHORSCOPE_BENCHMARKS=OFF \
        -DANCHORSCOPE_EXAMPLES=OFF -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Widgets=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6Gui=ON >"$scratch/server.log"
    cmake --build build/server --target programs --parallel "$(nproc)" >>"$scratch/server.log" ||
        { tail -30 "$scratch/server.log"; exit 1; }
    ldd build/server/bin/anchorscope-cli | absent 'Qt6(Gui|Widgets)'
    (cd build/server && rm -f anchorscope-cli[_-]*.* && cpack -G DEB >cpack.log && cpack -G TGZ >>cpack.log) ||
        { cat build/server/cpack.log; exit 1; }
    dpkg-deb -f build/server/anchorscope-cli_*.deb Depends | absent 'qt6(gui|svg|widgets)'
    tar -tzf build/server/anchorscope-cli-*.tar.gz | absent 'Qt6Gui|bin/anchorscope$'
    debian=$(fresh_root server)
    mkdir "$debian/opt/cli"
    tar -xzf build/server/anchorscope-cli-*.tar.gz -C "$debian/opt/cli" --strip-components 1
    chroot "$debian" /opt/cli/bin/anchorscope-cli info /opt/cli/share/anchorscope/examples/data/globe.h5 | head -n 1
    cp build/server/anchorscope-cli_*.deb "$debian/tmp"
    installed "$debian" "/tmp/$(basename build/server/anchorscope-cli_*.deb)"
    chroot "$debian" anchorscope-cli info /usr/share/anchorscope/examples/data/words.h5 | head -n 1
    passed build/server/anchorscope-cli_*.deb
    passed build/server/anchorscope-cli-*.tar.gz
    echo "The command line builds, and runs from both packages in a fresh Debian root, without the window's libraries."
}

build
for kind in "${kinds[@]}"; do
    "try_$kind"
done
