#!/usr/bin/env bash
# Every bundled lesson, played by itself in both themes and two sizes of the window, and once with ten verbs drawn at
# random before each step. Prints a line for each; ends with 1 if any does not do what it says.
# Usage: tests/lessons.sh [build folder, else build/ci]
set -uo pipefail
cd "$(dirname "$0")/.."

program=${1:-build/ci}/bin/anchorscope
[ -x "$program" ] || { echo "Expected the program at $program; build it first." >&2; exit 2; }
export QT_QPA_PLATFORM=offscreen
failed=0

play() { # FILE OPTIONS…
    local report seconds
    report=$("$program" --lesson "$1" --script "${@:2}")
    local code=$?
    seconds=$(echo "$report" | /usr/bin/python3 -c 'import json, sys
try:
    print("%.1f" % sum(step["seconds"] for step in json.load(sys.stdin)["steps"]))
except Exception:
    print("?")')
    echo "$(basename "$1" .md) ${*:2}: $([ $code = 0 ] && echo passed || echo FAILED), $seconds s in its steps"
    if [ $code != 0 ]; then
        echo "$report"
        failed=1
    fi
}

for lesson in examples/lessons/[a-z]*.md; do
    for size in 1280x720 1920x1080; do
        for theme in light dark; do
            play "$lesson" --size $size --theme $theme
        done
    done
    play "$lesson" --disturb 10
done
exit $failed
