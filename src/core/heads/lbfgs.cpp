// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/lbfgs.h"

#include <deque>
#include <utility>
#include <vector>

namespace anchorscope {

namespace {

constexpr double sufficientDecrease = 1e-4;
constexpr int maxBacktracks = 40; ///< maximum number of halvings of a step; after 40 the change is below rounding

struct Change
{
    VectorD step, gradient;
    double curvature; ///< scalar product of a step and the change of the gradient along it; positive
};

/// Direction −H·gradient, with the inverse Hessian H estimated from `changes` (two-loop recursion of L-BFGS).
VectorD direction(const VectorD &gradient, const std::deque<Change> &changes)
{
    VectorD result = -gradient;
    std::vector<double> weights(changes.size());
    for (std::size_t i = changes.size(); i-- > 0;) {
        weights[i] = changes[i].step.dot(result) / changes[i].curvature;
        result -= weights[i] * changes[i].gradient;
    }
    if (changes.empty())
        return result / std::max(1.0, gradient.norm());
    result *= changes.back().curvature / changes.back().gradient.squaredNorm();
    for (std::size_t i = 0; i < changes.size(); ++i)
        result += (weights[i] - changes[i].gradient.dot(result) / changes[i].curvature) * changes[i].step;
    return result;
}

} // namespace

LbfgsSummary minimize(const std::function<double(const VectorD &, VectorD &)> &evaluate, VectorD start,
                      const LbfgsOptions &options, const std::function<bool()> &interrupted)
{
    LbfgsSummary summary;
    summary.position = std::move(start);
    VectorD gradient(summary.position.size()), nextGradient(summary.position.size());
    summary.value = evaluate(summary.position, gradient);
    std::deque<Change> changes;
    while (!(summary.interrupted = interrupted())) {
        summary.converged = gradient.cwiseAbs().maxCoeff() < options.gradientBelow;
        if (summary.converged || summary.iterations == options.maxIterations)
            break;
        const VectorD towards = direction(gradient, changes);
        const double slope = gradient.dot(towards);
        VectorD next;
        double nextValue = 0, length = 1;
        int tries = 0;
        for (;; length /= 2) {
            next = summary.position + length * towards;
            nextValue = evaluate(next, nextGradient);
            if (nextValue <= summary.value + sufficientDecrease * length * slope || ++tries == maxBacktracks ||
                interrupted())
                break;
        }
        if (interrupted()) {
            summary.interrupted = true;
            break;
        }
        if (tries == maxBacktracks)
            break;
        Change change{next - summary.position, nextGradient - gradient, 0};
        change.curvature = change.step.dot(change.gradient);
        if (change.curvature > 0)
            changes.push_back(std::move(change));
        if (static_cast<int>(changes.size()) > options.memory)
            changes.pop_front();
        summary.position = std::move(next);
        summary.value = nextValue;
        std::swap(gradient, nextGradient);
        ++summary.iterations;
    }
    return summary;
}

} // namespace anchorscope
