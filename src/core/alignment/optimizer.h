// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/verdict.h"
#include "core/data/anchorset.h"
#include "core/data/hints.h"
#include "core/data/side.h"
#include "core/projection/preprocess.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "core/termination.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// One iteration of any optimizer. The same record feeds the live curve, the exports and the tests.
struct IterationStats
{
    int iteration = 0;             ///< number of the iteration, from 1
    double loss = 0;               ///< AO eq. 1: mean of (R_X[π(y)] − y A_Yᵀ)² over items and anchors (Alg. 1: of
                                   ///< R_X and R_Y[Π] over items of X)
    double changed = 1;            ///< share of items whose match in π differs from the previous iteration
    std::optional<double> correct; ///< share of correct matches in π, if the truth is known; for scoring only
    double seconds = 0;            ///< time since the start of the run, without pauses
    double correspondenceSeconds = 0;
    double survivors = 1; ///< share of pairs that the pruned kernel computed in full
    std::string stage;    ///< stage of the method: "ε 14", "self-learning, ε 14", "all items", …; or empty
    std::optional<double> ridge = {}; ///< ε of the canonical path
    /// Share of mutual matches among min(n, m), if the method computes it. On the canonical path it is cross-fitted:
    /// the maps that find an item are fitted without its own pair.
    std::optional<double> mutual = {};
};

/// Calls `each(name, member)` for every field of IterationStats: the single list from which files and reports are
/// written.
template <class Each> void forEachIterationField(const Each &each)
{
    each("iteration", &IterationStats::iteration);
    each("loss", &IterationStats::loss);
    each("changed", &IterationStats::changed);
    each("right", &IterationStats::correct);
    each("seconds", &IterationStats::seconds);
    each("correspondence_seconds", &IterationStats::correspondenceSeconds);
    each("survivors", &IterationStats::survivors);
    each("stage", &IterationStats::stage);
    each("ridge", &IterationStats::ridge);
    each("mutual", &IterationStats::mutual);
}

/// Options of all optimizers; the comment of each optimizer lists those it reads. Defaults are the paper's or those of
/// core/definitions.md, 5.
struct OptimizeOptions
{
    std::string method = "auto"; ///< id of a method in optimizers()
    std::string start = "auto";  ///< auto, canonical: "auto" or the id of a PathStart (pathstarts.h)
    /// auto, canonical, for sets too large for the path as a whole: which pairs of items are compared at the end.
    /// "exact": all; "approximate": those of cells near each other; "auto": all up to workToCompare (core/ivf).
    std::string candidates = "auto";
    std::uint64_t seed = 0;
    /// auto, canonical: columns that both spaces have, names separated by commas (readHint); the code that opens the
    /// data reads them into OptimizeInput::hints.
    std::string hints;
    /// Weight of the hints: the id of one of hintWeights() (hintchoice.h), or "auto": chosen with held-out known pairs.
    std::string hintWeight = "auto";
    std::optional<int> iterations; ///< maximum number; nullopt: the method's default (adam 250, alternating 50)
    double learningRate = 0.02;    ///< learning rate of adam (AO Table 3: 0.02 for retrieval, 0.05 for stitching)
    bool warmStart = false;        ///< adam: free rows start from the seed projection instead of N(0, I)
    bool freeSeeds = false;        ///< adam: also optimizes the rows of the seeds, starting from their partners
    Side permuted = Side::x;       ///< adam: R_X[π] is compared with R_Y (AO eq. 1), or R_X with R_Y[Π] (Alg. 1)
    bool softPlan = false; ///< adam: Π is the transport plan P; each match is the mean of all items, weighted by P
    int starts = 1;        ///< adam: number of random starts, each with all iterations; the lowest loss wins
    std::optional<double> ridge;    ///< alternating: λ of the ridge; none: chosen by the share of mutual matches
    double convergedBelow = 0.0005; ///< alternating: stop when a smaller share of π changes
    double epsilon = 1e-4;          ///< adam, alternating: ε of the entropic correspondence (AO A.2)
    int sinkhornIterations = 1;
    double sinkhornTolerance = 1e-5; ///< the correspondence stops when no potential changes by more than this
    bool prune = true;
    std::optional<double> timeLimitSeconds;
    bool operator==(const OptimizeOptions &) const = default;
};

/// Matches of an earlier run of the same spaces, from which the canonical path continues.
struct EarlierMatches
{
    std::vector<ItemIndex> xOfY; ///< for each item of Y its item of X or noItem; no item of X twice; empty: none
    std::string start = {};      ///< OptimizeSummary::start
    double ridge = 0;            ///< ε of its maps
};

/// Input of an optimizer. It contains no pairing beyond the seeds; `truth` is read for IterationStats::correct only.
struct OptimizeInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    std::vector<ItemIndex> anchorsOfX; ///< anchors: k rows of X, the s seeds first
    std::vector<ItemIndex> seedsOfY;   ///< partners of the first s anchors: s rows of Y
    const Correspondence *truth = nullptr;
    /// Items ordered from the most to the least reliable (e.g. frequent words first), or empty if unknown.
    std::vector<ItemIndex> orderOfX = {}, orderOfY = {};
    Hints hints = {};            ///< agreement of items by columns; read by auto and canonical
    EarlierMatches earlier = {}; ///< auto, canonical: if not empty, the run continues from them

    /// Known pairs of the input: its first s anchors.
    std::vector<ItemIndex> seedsOfX() const
    {
        return {anchorsOfX.begin(), anchorsOfX.begin() + static_cast<Index>(seedsOfY.size())};
    }
    /// Checks that anchors and seeds are in range, seeds are not repeated, s ≤ k, k ≤ n, and the items are enough.
    Status validate() const;
};

/// State of a run after one iteration, for live views. Valid during the call only.
struct IterationView
{
    const IterationStats &stats;
    const Matrix &anchorsOfY;                     ///< vectors of the anchors in Y, k × dy
    const std::vector<ItemIndex> &correspondence; ///< π: for each item of Y its item of X
    const CanonicalMetric *metric = nullptr;      ///< canonical path: the maps that found π
};
using IterationCallback = std::function<void(const IterationView &)>;

/// One of several random starts of adam. No decision uses ground truth.
struct StartSummary
{
    int iterations = 0; ///< iterations of this start; the history contains all starts in order
    double loss = 0;    ///< lowest loss of its iterates
    bool won = false;   ///< true if the result of the run comes from this start
    /// True if it ended at the winner's matches, and chance does not explain this: see runAdam(). False if no start has
    /// clearly won.
    bool converged = false;
    std::optional<double> correct = {}; ///< share of correct matches of this start's π, if known; for scoring only
};

/// Effect of the hints in a run of auto or canonical. The maps, and OptimizeSummary::correspondence, do not depend on
/// them.
struct HintSummary
{
    std::string weight;  ///< "0" (hints did not help), "0.1", …, "hard"; empty: a run without hints
    double removed = 0;  ///< share of the entropy of the pairing that the hints remove
    double agreeing = 0; ///< mean agreement of the hints over the known pairs
    double byChance = 0; ///< mean agreement of all pairs
    /// Mean reciprocal rank of held-out known pairs, without the hints and with this weight; null if the hints were not
    /// tried.
    std::optional<double> without = {}, with = {};
    std::vector<ItemIndex> correspondence = {}; ///< match in X of each item of Y, by the maps and the hints
    /// shareCorrect() of this correspondence, if the truth is known; for scoring only.
    std::optional<double> correct = {};
};

/// Result of an optimizer run. The initial state is “not run”.
struct OptimizeSummary
{
    Termination termination = Termination::notRun;
    std::string methodUsed; ///< id of the method that ran; for `auto` the id of the method it chose
    std::string start;      ///< canonical path: id of the PathStart of the result; otherwise empty
    bool continued = false; ///< canonical path: started from OptimizeInput::earlier
    std::string message;    ///< sentence for the screen that explains why the run ended
    std::vector<IterationStats> history;
    std::vector<StartSummary> starts;      ///< results of adam's random starts, in order; empty with a single start
    Matrix anchorsOfY;                     ///< continuous anchors A_Y, k × dy unit rows, of the iterate of lowest loss
    std::vector<ItemIndex> discreteOfY;    ///< discrete anchors: items of Y nearest to the continuous ones by cosine
    Index discreteDuplicates = 0;          ///< number of discrete anchors that an earlier row has already
    std::vector<ItemIndex> correspondence; ///< π found with anchorsOfY: for each item of Y its item of X
    std::vector<float> correspondenceScore; ///< score of each match: −M, the negative distance of its items
    CanonicalMetric metric;                 ///< canonical path: the maps of the best iteration; otherwise empty
    int bestIteration = 0;
    double loss = 0;
    std::optional<double> correct;
    HintSummary hint;
    Verdict verdict;                      ///< verdict on the run, which validateAlignment() fills in afterwards
    std::optional<double> recall;         ///< recall of an approximate search (IvfMatches); null if exact
    Index subsetStart = 0, subsetEnd = 0; ///< number of items of X that the run began and ended with
    double seconds = 0;

    double medianCorrespondenceSeconds() const;
    bool hasResult() const { return anchorsOfY.rows() > 0; }
    void discardResult(); ///< Discards all results except the history, as after a cancelled run.
};

/// Matches of a run of the canonical path from which another run can continue; empty for other methods.
EarlierMatches earlierMatches(const OptimizeSummary &run, Index itemsOfX);

/// Discrete anchors (AO Alg. 1, line 10): for each of k continuous anchors the item of Y of greatest cosine; the
/// first seedsOfY.size() keep their partners. Empty if cancelled.
std::vector<ItemIndex> discreteAnchors(const PreparedSpace &y, const Matrix &continuous,
                                       const std::vector<ItemIndex> &seedsOfY, const RunContext &context = {});
/// Number of anchors that equal an earlier one.
Index countDuplicates(const std::vector<ItemIndex> &discreteOfY);

/// Share of the true pairs that a correspondence (for each item of Y its item of X) finds, excluding the seeds; none
/// without such pairs.
std::optional<double> shareCorrect(const std::vector<ItemIndex> &xOfY, const Correspondence &truth,
                                   const std::vector<ItemIndex> &seedsOfY = {});

} // namespace anchorscope
