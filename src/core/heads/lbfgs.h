// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <functional>

namespace anchorscope {

struct LbfgsOptions
{
    int maxIterations = 200;
    double gradientBelow = 1e-5; ///< stops when the largest gradient entry is below this
    int memory = 10;             ///< number of pairs of steps and gradient changes that are kept
};

struct LbfgsSummary
{
    VectorD position;
    double value = 0;
    int iterations = 0;
    bool converged = false;
    bool interrupted = false;
};

/// Minimizes a smooth convex function by limited-memory BFGS (Nocedal & Wright, Numerical Optimization, alg. 7.4 and
/// 7.5) with backtracking until the Armijo condition holds. `evaluate` returns the value at a position and fills the
/// gradient; `interrupted` is called after each evaluation and ends the run at the last accepted position.
LbfgsSummary minimize(const std::function<double(const VectorD &, VectorD &)> &evaluate, VectorD start,
                      const LbfgsOptions &options, const std::function<bool()> &interrupted);

} // namespace anchorscope
