#!/bin/sh
# Builds and prints one table: what, time, floor, ratio to it, target. Nothing else should
# run. Arguments go to the benchmark programs, for example --benchmark_filter=correspondence.
set -e
cd "$(dirname "$0")/../.."
cmake --preset release >/dev/null
cmake --build --preset benchmarks >/dev/null
for program in build/release/bin/bench_*; do
    "$program" "$@"
done
