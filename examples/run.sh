#!/usr/bin/env bash
# Installs missing packages, builds, and opens Anchorscope on the bundled example.
# Without a display the window is saved as anchorscope-example.png and the metrics are printed.
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/install-packages.sh run
if [ ! -x build/release/bin/anchorscope ]; then
    echo "The first build takes about 6 minutes on two cores. If it is interrupted, run the script again to continue."
fi
said=$(cmake --preset release 2>&1) || { echo "$said"; exit 1; }
cmake --build --preset release --parallel "$(nproc)"

program=build/release/bin/anchorscope
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$program" examples/data/words.h5 "$@"
fi
picture=anchorscope-example.png
printf 'No display was found. Aligning the example and drawing the window as %s takes about a minute ' "$picture" >&2
scores=$(mktemp)
trap 'rm -f "$scores"' EXIT
QT_QPA_PLATFORM=offscreen "$program" --screenshot "$picture" examples/data/words.h5 >"$scores" &
drawing=$!
while sleep 2 && kill -0 $drawing 2>/dev/null; do
    printf . >&2
done
echo >&2
wait $drawing
cat "$scores"
echo "The window was saved as $picture."
