// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <functional>

namespace anchorscope {

struct LbfgsOptions
{
    int maxIterations = 200;
    double gradientBelow = 1e-5; ///< absolute value of the gradient's largest entry below which the minimization stops

    /// number of latest iterations whose step and change of gradient are stored
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

/// Minimizes a smooth convex function by L-BFGS (Nocedal & Wright, Numerical Optimization, alg. 7.4 and 7.5) with
/// backtracking to the Armijo condition. `evaluate` returns the value at a position and writes the gradient to its
/// second argument. If `interrupted` returns true after an evaluation, the last accepted position is the result.
LbfgsSummary minimize(const std::function<double(const VectorD &, VectorD &)> &evaluate, VectorD start,
                      const LbfgsOptions &options, const std::function<bool()> &interrupted);

} // namespace anchorscope
