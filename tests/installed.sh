#!/usr/bin/env bash
# Installs Anchorscope into a scratch folder, tries the installed programs (their helper must be found there), and
# checks desktop entry and manual pages; tests/packages.sh tries the packages.
# Usage: tests/installed.sh   (after tests/run.sh, whose test programs it uses)
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/install-packages.sh package
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)"
cmake --install build/release --prefix "$stage" >/dev/null

desktop-file-validate "$stage"/share/applications/*.desktop
appstreamcli validate --no-net "$stage"/share/metainfo/*.xml
for page in "$stage"/share/man/man1/*.gz; do
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" 2>&1 >/dev/null)
    [ -z "$warnings" ] || { echo "$page: $warnings" >&2; exit 1; }
done

for test in tst_cli tst_cliconvert tst_cliinput; do
    ANCHORSCOPE_TEST_BIN=$stage/bin "build/release/tests/bin/$test" -silent
done
mkdir -m 700 "$stage/run"
XDG_RUNTIME_DIR=$stage/run XDG_CONFIG_HOME=$stage/config QT_QPA_PLATFORM=offscreen \
    "$stage/bin/anchorscope" --screenshot "$stage/window.png" >"$stage/scores.txt"
[ -s "$stage/window.png" ]
XDG_RUNTIME_DIR=$stage/run XDG_CONFIG_HOME=$stage/config QT_QPA_PLATFORM=offscreen \
    "$stage/bin/anchorscope" --lesson "$stage/share/anchorscope/examples/lessons/where.md" --script >"$stage/lesson.json"

echo "Installed programs are fine."
