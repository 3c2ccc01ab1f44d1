#!/bin/sh
# Runs the whole test suite under the sanitizers: address and undefined behaviour (asan), then threads (tsan, with the
# parallel loops on std::jthread, whose synchronisation the sanitizer sees).
# Usage: tests/sanitizers.sh [asan|tsan] [arguments for ctest, for example -R io/]
# Takes hours on two cores: it is not part of tests/run.sh.
set -eu
cd "$(dirname "$0")/.."

presets="asan tsan"
case ${1:-} in
asan | tsan) presets=$1 && shift ;;
esac
.ci/install-packages.sh test
for preset in $presets; do
    cmake --preset "$preset"
    cmake --build --preset "$preset" --parallel "$(nproc)"
    ctest --preset "$preset" --parallel 1 "$@"
done
