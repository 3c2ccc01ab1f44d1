// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace anchorscope::bench {

/// Multiply-adds per second, as two operations each, that this machine reaches in float32 on all threads that parallel
/// loops use; measured once, at the start of the program.
double peakFlops();

/// Registers a benchmark that runs `body` once per iteration and compares it with a floor in seconds. `floorFlops` is
/// the arithmetic that cannot be avoided; `target` the required ratio to the floor (core/README.md, “Performance”;
/// 0: none). `prepare` runs before, and is not measured. The table also shows the processor time over threads × floor,
/// which other programs on the machine disturb less.
void add(const std::string &what, double floorFlops, double target, const std::function<void()> &body,
         const std::function<void()> &prepare = {}, int iterations = 3);

/// Like the overload above, with a target in seconds instead of a ratio.
void addTimed(const std::string &what, double targetSeconds, const std::function<void()> &body, int iterations = 3);

/// Runs all benchmarks and prints one row for each.
int run(int argc, char **argv);

} // namespace anchorscope::bench
