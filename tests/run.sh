#!/usr/bin/env bash
# Installs what is missing, checks the format, builds with warnings as errors, runs all tests and, without arguments, a
# little fuzzing.
# Usage: tests/run.sh [arguments for ctest, for example -R retrieval]
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/install-packages.sh test
tests/format.sh
export CCACHE_BASEDIR=$PWD
cmake --preset ci
cmake --build --preset ci --parallel "$(nproc)"
# Those to which timing matters run alone (tests/CMakeLists.txt).
ctest --preset ci --parallel "$(nproc)" "$@"
# Ten seconds of fuzzing for each parser; tests/fuzz/run.sh 20 is the long form.
[ $# -gt 0 ] || JOBS=$(nproc) tests/fuzz/run.sh 10s
