#!/usr/bin/env bash
# CASES hostile data sets (default 2000) made from SEED (default 1): three commands each, then as many in the window.
# Usage: tests/faults/hostile.sh [CASES [SEED]]   (after a build; PRESET=asan finds more)
set -euo pipefail
. "$(dirname "$0")/window.sh"
export ANCHORSCOPE_CASES=${1:-2000} ANCHORSCOPE_SEED=${2:-1}
export ANCHORSCOPE_TEST_BIN=$PWD/build/${PRESET:-release}/bin
build/${PRESET:-release}/tests/bin/tst_hostile -maxwarnings 0
build/${PRESET:-release}/tests/bin/tst_hostilewindow -maxwarnings 0
