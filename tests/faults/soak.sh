#!/usr/bin/env bash
# The soak test: open, optimise, cancel, save and close CYCLES times (default 500) in one process. It fails if resident
# memory grows by 5 % or more after the 50th cycle. Usage: tests/faults/soak.sh [CYCLES]   (after a build; PRESET=ci)
set -euo pipefail
cd "$(dirname "$0")/../.."
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 700 "$home"
export QT_QPA_PLATFORM=offscreen:configfile=$PWD/tests/support/screens.json
export XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_RUNTIME_DIR=$home
export QTEST_FUNCTION_TIMEOUT=36000000
ANCHORSCOPE_CYCLES=${1:-500} build/${PRESET:-ci}/tests/bin/tst_soak -maxwarnings 0 2>&1 | grep -v "^QWARN"
