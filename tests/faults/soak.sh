#!/usr/bin/env bash
# The soak test: open, optimise, cancel, save and close CYCLES times (default 500) in one process. It fails if resident
# memory grows by 5 % or more after the 50th cycle. Usage: tests/faults/soak.sh [CYCLES]   (after a build; PRESET=asan finds more)
set -euo pipefail
. "$(dirname "$0")/window.sh"
ANCHORSCOPE_CYCLES=${1:-500} build/${PRESET:-release}/tests/bin/tst_soak -maxwarnings 0 2>&1 | grep -v "^QWARN"
