// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/optimizer.h"

#include "core/kernels/product.h"
#include "core/optimizers/adam.h"
#include "core/optimizers/alternating.h"
#include "core/optimizers/automatic.h"
#include "core/optimizers/robust.h"
#include "core/matching/sinkhorn.h"
#include "core/parallel.h"
#include "core/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace anchorscope {

namespace {

constexpr std::array<Optimizer, 4> allOptimizers{{
    {"auto", "Automatic",
     "Alternating least squares; where that fails a rotation learnt from partners that it finds itself. Says how "
     "likely the partners are right.",
     50, true, &runAuto},
    {"alternating", "Alternating least squares",
     "Solves for the anchors and matches the items in turn; a few iterations are enough.", 50, false, &runAlternating},
    {"robust", "Self-learning of a rotation",
     "Learns an orthogonal map from partners that it finds itself (after Artetxe et al., 2018); for hard pairs.", 500,
     true, &runRobust},
    {"adam", "Adam (as published)",
     "Gradient steps on the sphere from random anchors, as in Cannistraci et al. (2023); slower.", 250,
     false, &runAdam},
}};

Error wrongUsage(std::string message)
{
    return {"wrong-usage", std::move(message), {}, {}};
}

bool inRange(const std::vector<ItemIndex> &rows, Index count)
{
    return std::all_of(rows.begin(), rows.end(), [&](ItemIndex row) { return row >= 0 && row < count; });
}

bool allDifferent(const std::vector<ItemIndex> &rows)
{
    return std::unordered_set<ItemIndex>(rows.begin(), rows.end()).size() == rows.size();
}

Status validateSpace(const PreparedSpace &space, const std::string &name)
{
    if (space.size() < 1 || space.dimension() < 1)
        return Error{"too-few-items", "Space " + name + " is empty; expected at least one item.", {}, {}};
    if (static_cast<Index>(space.zeroRows.size()) == space.size())
        return Error{"no-variation",
                     "All items of space " + name +
                         " are equal after pre-processing, so nothing can be aligned. Choose another pre-processing or "
                         "another space.",
                     {},
                     {}};
    return Done{};
}

} // namespace

const char *terminationId(Termination termination)
{
    switch (termination) {
    case Termination::notRun:
        return "not run";
    case Termination::converged:
        return "converged";
    case Termination::iterationLimit:
        return "iteration limit";
    case Termination::timeLimit:
        return "time limit";
    case Termination::stopped:
        return "stopped";
    case Termination::cancelled:
        return "cancelled";
    case Termination::diverged:
        return "diverged";
    case Termination::lowConfidence:
        return "low confidence";
    }
    return "";
}

const char *terminationText(Termination termination)
{
    switch (termination) {
    case Termination::notRun:
        return "The run has not started.";
    case Termination::converged:
        return "The correspondences no longer change.";
    case Termination::iterationLimit:
        return "The run reached its limit of iterations; the best iterate is kept.";
    case Termination::timeLimit:
        return "The run reached its time limit; the best iterate is kept.";
    case Termination::stopped:
        return "The run was stopped; the best iterate is kept.";
    case Termination::cancelled:
        return "The run was cancelled and left no result.";
    case Termination::diverged:
        return "The numbers grew without bound; the best iterate before that is kept. Try a lower learning rate.";
    case Termination::lowConfidence:
        return "The two spaces could not be aligned item by item: the result is not clearly better than chance.";
    }
    return "";
}

Status OptimizeOptions::validate() const
{
    if (!findOptimizer(method)) {
        std::string known;
        for (const Optimizer &optimizer : optimizers())
            known += (known.empty() ? "" : ", ") + std::string(optimizer.id);
        return wrongUsage("Unknown optimization method \"" + method + "\"; expected one of: " + known + ".");
    }
    if (iterations && *iterations < 1)
        return wrongUsage("The number of iterations must be at least 1, found " + std::to_string(*iterations) + ".");
    if (!(learningRate > 0) || !std::isfinite(learningRate))
        return wrongUsage("The learning rate must be a positive number; the paper uses 0.02.");
    if (ridge && (!(*ridge > 0) || !std::isfinite(*ridge)))
        return wrongUsage("The ridge must be a positive number; 0.1 is usual.");
    if (!(convergedBelow >= 0))
        return wrongUsage("The share of changes that counts as converged must not be negative.");
    if (timeLimitSeconds && !(*timeLimitSeconds > 0))
        return wrongUsage("The time limit must be a positive number of seconds.");
    SinkhornOptions correspondence;
    correspondence.epsilon = epsilon;
    correspondence.iterations = sinkhornIterations;
    return correspondence.validate();
}

Status OptimizeInput::validate() const
{
    for (const auto &[space, name] : {std::pair(&x, "X"), std::pair(&y, "Y")}) {
        if (Status status = validateSpace(*space, name); !status)
            return status;
    }
    const auto anchors = static_cast<Index>(anchorsOfX.size());
    const auto seeds = static_cast<Index>(seedsOfY.size());
    if (anchors < 1)
        return Error{"no-anchors", "No anchors are chosen; at least one is needed.", {}, {}};
    if (anchors > x.size())
        return Error{"too-few-items",
                     "Expected at least as many items as anchors (" + std::to_string(anchors) + "), found " +
                         std::to_string(x.size()) + " items. Choose fewer anchors.",
                     {},
                     {}};
    if (seeds > anchors)
        return Error{"too-many-seeds",
                     "Expected at most as many seeds as anchors (" + std::to_string(anchors) + "), found " +
                         std::to_string(seeds) + " seeds. Choose more anchors or fewer seeds.",
                     {},
                     {}};
    if (!inRange(anchorsOfX, x.size()) || !inRange(seedsOfY, y.size()))
        return wrongUsage("An anchor or seed refers to an item that does not exist.");
    if (!allDifferent(anchorsOfX))
        return Error{"repeated-anchor", "An item of X is an anchor more than once; remove the repetition.", {}, {}};
    if (!allDifferent(seedsOfY))
        return Error{
            "repeated-seed", "An item of Y is the partner of more than one seed; remove one of the pairs.", {}, {}};
    return Done{};
}

double OptimizeSummary::medianCorrespondenceSeconds() const
{
    std::vector<double> times;
    for (const IterationStats &stats : history)
        times.push_back(stats.correspondenceSeconds);
    return times.empty() ? 0 : median(std::move(times));
}

void OptimizeSummary::discardResult()
{
    anchorsOfY.resize(0, 0);
    discreteOfY.clear();
    discreteDuplicates = 0;
    correspondence.clear();
    correspondenceScore.clear();
    bestIteration = 0;
    loss = 0;
    right.reset();
    confidence.reset();
}

std::span<const Optimizer> optimizers()
{
    return allOptimizers;
}

const Optimizer *findOptimizer(std::string_view id)
{
    const auto found = std::find_if(allOptimizers.begin(), allOptimizers.end(),
                                    [&](const Optimizer &optimizer) { return optimizer.id == id; });
    return found == allOptimizers.end() ? nullptr : &*found;
}

Result<OptimizeSummary> optimize(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                                 const IterationCallback &onIteration)
{
    if (Status status = options.validate(); !status)
        return status.error();
    if (Status status = input.validate(); !status)
        return status.error();
    const Optimizer &optimizer = *findOptimizer(options.method);
    if (input.seedsOfY.empty() && !optimizer.needsNoSeeds)
        return Error{"no-seeds",
                     "No seed pair is given; this method needs at least one item of X with its known partner in Y.",
                     {},
                     {}};
    OptimizeSummary summary = optimizer.run(input, options, context, onIteration);
    if (!summary.hasResult())
        return summary;
    summary.discreteOfY = discreteAnchors(input.y, summary.anchorsOfY, input.seedsOfY, context);
    if (context.cancelled()) {
        summary.discardResult();
        summary.termination = Termination::cancelled;
        summary.message = terminationText(Termination::cancelled);
        return summary;
    }
    std::unordered_set<ItemIndex> seen(summary.discreteOfY.begin(), summary.discreteOfY.end());
    summary.discreteDuplicates = static_cast<Index>(summary.discreteOfY.size() - seen.size());
    return summary;
}

std::vector<ItemIndex> discreteAnchors(const PreparedSpace &y, const Matrix &continuous,
                                       const std::vector<ItemIndex> &seedsOfY, const RunContext &context)
{
    struct Nearest
    {
        std::vector<float> cosine;
        std::vector<ItemIndex> item;
    };
    const auto anchors = static_cast<std::size_t>(continuous.rows());
    std::vector<bool> isZero(static_cast<std::size_t>(y.size()));
    for (ItemIndex item : y.zeroRows)
        isZero[static_cast<std::size_t>(item)] = true;
    const auto blocks = mapBlocks(
        y.size(), 1024,
        [&](Index begin, Index end) {
            Nearest nearest{std::vector<float>(anchors, -2.0f), std::vector<ItemIndex>(anchors, noItem)};
            Matrix cosines(end - begin, continuous.rows());
            kernels::productTransposed(y.rows.row(begin).data(), y.rows.cols(), continuous.data(), continuous.cols(),
                                       cosines.data(), cosines.cols(), end - begin, continuous.rows(), y.rows.cols());
            for (Index i = begin; i < end; ++i) {
                for (std::size_t a = 0; a < anchors && !isZero[static_cast<std::size_t>(i)]; ++a) {
                    const float cosine = cosines(i - begin, static_cast<Index>(a));
                    if (cosine > nearest.cosine[a]) {
                        nearest.cosine[a] = cosine;
                        nearest.item[a] = static_cast<ItemIndex>(i);
                    }
                }
            }
            return nearest;
        },
        context);
    if (context.cancelled())
        return {};
    Nearest best{std::vector<float>(anchors, -2.0f), std::vector<ItemIndex>(anchors, noItem)};
    for (const Nearest &nearest : blocks) {
        for (std::size_t a = 0; a < anchors; ++a) {
            if (nearest.cosine[a] > best.cosine[a]) {
                best.cosine[a] = nearest.cosine[a];
                best.item[a] = nearest.item[a];
            }
        }
    }
    std::copy(seedsOfY.begin(), seedsOfY.end(), best.item.begin());
    return best.item;
}

} // namespace anchorscope
