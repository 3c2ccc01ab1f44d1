#!/usr/bin/env bash
# Every bundled lesson, played by itself in both themes and two sizes of the window, once with the keyboard alone, once
# with ten verbs drawn at random before each step, and with two mistakes at each step; then a hundred lessons in one
# window, for its memory. Prints a line for each; ends with 1 if any does not do what it says.
# Usage: tests/lessons.sh [build folder, else build/release]
set -uo pipefail
. "$(dirname "$0")/faults/window.sh"

build=${1:-build/release}
program=$build/bin/anchorscope
[ -x "$program" ] || { echo "Expected the program at $program; build it first." >&2; exit 2; }
failed=0

play() { # FILE OPTIONS…
    local command=("$program" --lesson "$1" --script "${@:2}")
    [ "${2:-}" != --keyboard ] || command=("$build/tests/bin/lessontest" "$1")
    local report seconds
    report=$("${command[@]}" 2>"$home/said")
    local code=$?
    seconds=$(echo "$report" | /usr/bin/python3 -c 'import json, sys
try:
    print("%.1f" % sum(step["seconds"] for step in json.load(sys.stdin)["steps"]))
except Exception:
    print("?")')
    echo "$(basename "$1" .md) ${*:2}: $([ $code = 0 ] && echo passed || echo FAILED), $seconds s in its steps"
    if [ $code != 0 ]; then
        echo "$report"
        grep -v propagateSizeHints "$home/said"
        failed=1
    fi
}

for lesson in examples/lessons/[a-z]*.md; do
    for size in 1280x720 1920x1080; do
        for theme in light dark; do
            play "$lesson" --size $size --theme $theme
        done
    done
    play "$lesson" --keyboard
    play "$lesson" --disturb 10
done
ANCHORSCOPE_ALL_LESSONS=1 "$build/tests/bin/tst_lessonplay" -maxwarnings 0 lessonSurvivesMistakes 2>&1 | grep -v "^QWARN" || failed=1
ANCHORSCOPE_LESSONS=100 "$build/tests/bin/tst_soak" -maxwarnings 0 lessons 2>&1 | grep -v "^QWARN" || failed=1
exit $failed
