#!/usr/bin/env bash
# The long form of the fault tests: 45 × TRIALS damaged files (default 780: 35 100 files), 200 processes killed while
# saving and while reading, 500 rounds of work that must not be lost, 8 × 400 edited sessions and checkpoints.
# Usage: tests/faults/run.sh [TRIALS]   (after a build: cmake --build --preset tests)
set -euo pipefail
cd "$(dirname "$0")/../.."
# A file on which libhdf5 hangs costs a minute, the time without progress after which the helper is ended.
export QTEST_FUNCTION_TIMEOUT=3600000
bin=build/${PRESET:-release}/tests/bin
ANCHORSCOPE_TRIALS=${1:-780} $bin/tst_damage
ANCHORSCOPE_TRIALS=200 $bin/tst_killed
$bin/tst_changing
ANCHORSCOPE_TEST_BIN=build/${PRESET:-release}/bin ANCHORSCOPE_TRIALS=400 $bin/tst_edited
[ ! -x $bin/tst_lostwork ] || QT_QPA_PLATFORM=offscreen ANCHORSCOPE_TRIALS=500 $bin/tst_lostwork
