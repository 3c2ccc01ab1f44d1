#!/usr/bin/env bash
# Random clicks, drags, keys and menu entries for SECONDS (default 600), in the course that SEED gives (default: the
# time). It fails if the window crashes or no longer works. Usage: tests/faults/monkey.sh [SECONDS [SEED]]   (after a
# build; PRESET=ci, better asan)
set -euo pipefail
cd "$(dirname "$0")/../.."
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
chmod 700 "$home"
export QT_QPA_PLATFORM=offscreen:configfile=$PWD/tests/support/screens.json
export XDG_CONFIG_HOME=$home XDG_DATA_HOME=$home XDG_RUNTIME_DIR=$home HOME=$home
export QTEST_FUNCTION_TIMEOUT=36000000
export ANCHORSCOPE_SECONDS=${1:-600} ANCHORSCOPE_SEED=${2:-$(date +%s)}
echo "seed $ANCHORSCOPE_SEED"
(cd "$home" && "$OLDPWD/build/${PRESET:-ci}/tests/bin/tst_monkey" -maxwarnings 0 2>&1) | grep -v "^QWARN"
