#!/bin/sh
# Builds the release preset and prints one table: what, time, floor, ratio to it, target. Nothing else should run.
set -e
cd "$(dirname "$0")/../.."
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
for program in build/release/benchmarks/bench_*; do
    "$program" "$@"
done
