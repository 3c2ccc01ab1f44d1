#!/usr/bin/env bash
# Installs what is missing, checks the format and that changed files compile by themselves, builds and runs all tests
# and, without arguments, a little fuzzing. ANCHORSCOPE_WERROR=ON makes warnings errors.
# Usage: tests/run.sh [arguments for ctest, for example -R retrieval]
set -euo pipefail
cd "$(dirname "$0")/.."

.ci/install-packages.sh test
if apt-cache show clang-format-14 >/dev/null 2>&1; then
    tests/format.sh
else
    echo "The format is not checked: this release has no clang-format 14." >&2
fi
tests/standalone.sh --changed
cmake --preset release >/dev/null
cmake --build --preset tests --parallel "$(nproc)"
# Tests to which timing matters run alone (tests/CMakeLists.txt). One more than processors, because tests of the window
# wait for half of their time.
ctest --preset release --parallel $(($(nproc) + 1)) "$@"
# Results on the pages under examples/papers are what this program gives; 45 seconds where sources changed.
[ $# -gt 0 ] || /usr/bin/python3 examples/papers/pages.py --check-program build/release/bin/anchorscope-cli
# Five seconds of fuzzing for each parser; tests/fuzz/run.sh 20 is the long form.
[ $# -gt 0 ] || JOBS=$(nproc) tests/fuzz/run.sh 5s
