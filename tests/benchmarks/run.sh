#!/bin/sh
# Builds the ci preset (release flags) and prints one table: what, time, floor, ratio to it, target. Nothing else should
# run. Arguments go to the benchmark programs, for example --benchmark_filter=correspondence.
set -e
cd "$(dirname "$0")/../.."
cmake --preset ci >/dev/null
cmake --build --preset ci >/dev/null
for program in build/ci/benchmarks/bench_*; do
    "$program" "$@"
done
