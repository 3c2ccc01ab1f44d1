#!/bin/sh
# Takes the screenshots of the README again, into this folder (hero.py draws the first picture, crops.py cuts out those
# of the handbook):
#     resources/screenshots/make.sh [DATA [FUNCTION…]]
# DATA is a folder with words.h5 (20 000 words) and mnist.h5, whose pictures stay as they are without it. With names of
# functions (tests/gui/pictures.cpp) only these are taken; those for looking at go to build/release/pictures.
set -e
cd "$(dirname "$0")/../.."
here=$PWD/resources/screenshots
looks=$PWD/build/release/pictures
export ANCHORSCOPE_DATA="${1:-}"
[ $# -eq 0 ] || shift
cmake --preset release >/dev/null
cmake --build --preset release --target pictures >/dev/null
mkdir -p "$looks/home/run"
chmod 700 "$looks/home/run"
export LC_ALL=C.UTF-8 XDG_CONFIG_HOME="$looks/home" XDG_DATA_HOME="$looks/home" XDG_RUNTIME_DIR="$looks/home/run"

# take SCALE WIDTH HEIGHT FOLDER FUNCTION…: on a screen of that many pixels
take() {
    printf '{"screens":[{"name":"s","x":0,"y":0,"width":%s,"height":%s,"logicalDpi":96,"logicalBaseDpi":96,"dpr":1}]}' \
        "$2" "$3" >"$looks/screen.json"
    scale=$1 folder=$4
    shift 4
    QT_SCALE_FACTOR=$scale ANCHORSCOPE_PICTURES=$folder QT_QPA_PLATFORM="offscreen:configfile=$looks/screen.json" \
        build/release/tests/bin/pictures "$@"
}

if [ $# -gt 0 ]; then
    take 1 1920 1200 "$looks" "$@"
    exit
fi
take 1 1920 1200 "$here" start words digits mnist manyWords overlay search stitching dark present playground
take 1 1366 768 "$here" small
take 2 2732 1536 "$here" twice
/usr/bin/python3 "$here/crops.py"
find "$here" -name '*.png' -size +244k -exec echo "larger than 250 kB: {}" \; | grep . && exit 1 || true
