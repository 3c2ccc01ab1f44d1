// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/trials.h"

#include <memory>

namespace anchorscope {

/// What can be said about a result without truth (ours).
struct ConfidenceEstimate
{
    double confidence = 0; ///< in [0, 1]: the share of partners that are likely right, of the items judged
    std::vector<Index>
        suspectSeeds; ///< positions of seeds that trials contradict which were not given them (seedcheck.h)
};

/// Below this a result counts as not better than chance.
inline constexpr double minConfidence = 0.2;

/// How many trials judge the results from so many seeds, those that are run again left out.
std::size_t confidenceTrials(std::size_t seeds);

/// Judges what methods found, by trials (trials.h) that are run once, when they are first needed.
///
/// A trial that ends far below the best objective has lost its way and is run again; that depends on no seed it left
/// out.
///
/// With at least fewSeeds seeds each trial leaves out some of them. Where a trial works, the two items of a left-out
/// seed are found near each other; where two spaces have nothing to do with each other, their ranks are uniform. How
/// unlikely the ranks are by chance (Fisher's combined test, which a few wrong seeds do not upset) gates the
/// confidence; its value comes from how often a left-out seed is matched exactly and how far the result agrees with the
/// trials.
///
/// With fewer seeds the agreement of two trials on different samples is compared with that of two trials against a
/// surrogate of Y that keeps the clusters and the spread but no item: two clustered clouds that share nothing can have
/// a best alignment of clusters that all runs find.
class ConfidenceEstimator
{
public:
    /// Both are kept by reference.
    ConfidenceEstimator(const OptimizeInput &input, const OptimizeOptions &options);
    ~ConfidenceEstimator();

    /// None if cancelled, stopped or out of time.
    std::optional<ConfidenceEstimate> estimate(const OptimizeSummary &result, const RunContext &context);

    /// Judges what became of a result when it was taken from this input to all items of a larger one, by the same
    /// trials taken there too. `whole` has the same anchors and seeds.
    std::optional<ConfidenceEstimate> estimateGrown(const OptimizeInput &whole, const OptimizeSummary &result,
                                                    const RunContext &context);

private:
    struct Evidence;
    bool collect(const RunContext &context);
    bool leaveOutSeeds(const RunContext &context);
    bool compareWithSurrogate(const RunContext &context);
    ConfidenceEstimate conclude(const std::vector<Evaluation::Outcome> &trials,
                                const Evaluation::Outcome &result) const;

    const OptimizeInput &m_input;
    const OptimizeOptions &m_options;
    const Evaluation m_evaluation;
    std::unique_ptr<Evidence> m_evidence;
};

/// A surrogate of a space: every item keeps its cluster's centre and gets the residual of another item.
PreparedSpace surrogateOf(const PreparedSpace &space, std::uint64_t seed, const RunContext &context);

} // namespace anchorscope
