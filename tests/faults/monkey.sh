#!/usr/bin/env bash
# Random clicks, drags, keys and menu entries for SECONDS (default 600), in the course that SEED gives (default: the
# time). It fails if the window crashes or no longer works. Usage: tests/faults/monkey.sh [SECONDS [SEED]]   (after a
# build; PRESET=asan finds more)
set -euo pipefail
. "$(dirname "$0")/window.sh"
export ANCHORSCOPE_SECONDS=${1:-600} ANCHORSCOPE_SEED=${2:-$(date +%s)}
echo "seed $ANCHORSCOPE_SEED"
build/${PRESET:-release}/tests/bin/tst_monkey -maxwarnings 0 2>&1 | grep -v "^QWARN"
