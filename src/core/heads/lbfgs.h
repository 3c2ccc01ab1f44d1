// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <functional>

namespace anchorscope {

struct LbfgsOptions
{
    int maxIterations = 200;
    double gradientBelow = 1e-5; ///< absolute value of the gradient's largest entry below which the minimization stops

    /// number of stored iterations (the latest), each with its step and change of the gradient
    int memory = 10;
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
/// 7.5) with backtracking until the Armijo condition holds. `evaluate` returns the function's value at a position and
/// writes the gradient to its second argument. `interrupted` is called after each evaluation; if it returns true, the
/// minimization ends at the last accepted position.
LbfgsSummary minimize(const std::function<double(const VectorD &, VectorD &)> &evaluate, VectorD start,
                      const LbfgsOptions &options, const std::function<bool()> &interrupted);

} // namespace anchorscope
