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

struct IterationStats
{
    int iteration = 0; ///< number of the iteration, from 1
    double loss = 0;   ///< mean squared difference of the relative vectors of matched items (paper AO, eq. 1 or Alg. 1)
    double changed = 1;            ///< share of items of Y that have another match than in the previous iteration
    std::optional<double> correct; ///< share of correct matches, for scoring only; null without ground truth
    double seconds = 0;            ///< time since the start of the run, without pauses
    double correspondenceSeconds = 0;
    /// Share of the pairs of items whose exact distance was computed; a bound excluded the others.
    double survivors = 1;
    /// Stage of the method, such as "ε 14" or "all items"; may be empty.
    std::string stage;
    /// Regularization ε of the maps; set on the canonical path only.
    std::optional<double> ridge = {};
    /// Mutual matches, as a share of the items of the smaller space; null if the method does not compute it. On the
    /// canonical path it is cross-fitted: each item is matched by maps that were fitted without its own pair.
    std::optional<double> mutual = {};
    Index items = 0; ///< number of items of Y that the iteration matched; 0 in sessions of version 0.1
};

/// Calls `each(name, member)` for every field of IterationStats. Files and reports use this list.
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
    each("items", &IterationStats::items);
}

/// Options of all optimizers. Defaults are those of the paper AO or of core/definitions.md, 5.
struct OptimizeOptions
{
    std::string method = "auto";
    /// Start of the canonical path: "auto" or the id of a PathStart (pathstarts.h).
    std::string start = "auto";
    /// Pairs of items that the final search compares; used only if the spaces are too large for the canonical path.
    /// "exact": all pairs. "approximate": only items in neighbouring cells. "auto": all pairs if this is at most the
    /// work workToCompare (about ten minutes), otherwise "approximate".
    std::string candidates = "auto";
    std::uint64_t seed = 0;
    /// Names of columns of both spaces that serve as hints on the canonical path, separated by commas (readHint). The
    /// code that opens the data reads these columns into OptimizeInput::hints.
    std::string hints;
    /// Weight of the hints: one of hintWeights() (hintchoice.h), or "auto": chosen with held-out known pairs.
    std::string hintWeight = "auto";
    std::optional<int> iterations; ///< maximum number of iterations; nullopt: 250 for “adam”, 50 for “alternating”
    double learningRate = 0.02;    ///< learning rate of “adam” (paper AO: 0.02 for retrieval, 0.05 for stitching)
    bool warmStart = false; ///< “adam”: whether the seeds, not random draws, determine where the other anchors start
    double ramp = 0.5; ///< “adam”, random start: share of iterations in which the weight of non-seed anchors rises to 1
    bool freeSeeds = false; ///< “adam”: whether the vectors of seeds in Y are optimized too, starting from the partners
    Side permuted = Side::x; ///< “adam”: side whose rows the loss permutes by the matches: x (paper AO, eq. 1) or y
    bool softPlan = false; ///< “adam”: whether a match is a mean of items weighted by the transport plan, not one item
    int starts = 1; ///< “adam”: number of random starts, each with all iterations; the start of lowest loss is used
    std::optional<double> ridge; ///< “alternating”: ridge λ; nullopt: the λ with the greatest share of mutual matches
    double convergedBelow = 0.0005; ///< “alternating”: stops when the share of matches that change is below this
    double epsilon = 1e-4;          ///< “adam”, “alternating”: ε of the entropic transport (paper AO, A.2)
    int sinkhornIterations = 1;
    double sinkhornTolerance = 1e-5; ///< tolerance: Sinkhorn iterations stop if no potential changes by more than this
    bool prune = true;
    std::optional<double> timeLimitSeconds;
    bool operator==(const OptimizeOptions &) const = default;
};

/// Matches of an earlier run of the same spaces; the canonical path continues from them.
struct EarlierMatches
{
    std::vector<ItemIndex> xOfY; ///< match in X of each item of Y, or noItem; no item of X twice; empty: no earlier run
    std::string start = {};      ///< id of the start of the earlier run's path (OptimizeSummary::start)
    double ridge = 0;            ///< regularization ε at which the earlier run's path was best
    bool ofPart = false;         ///< whether the earlier run is the first part of this one, on a part of the items
};

/// Input of an optimizer. It contains no pairs beyond the seeds; `truth` is read for IterationStats::correct only.
struct OptimizeInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    std::vector<ItemIndex> anchorsOfX; ///< items of X that are the k anchors; the s seeds come first
    std::vector<ItemIndex> seedsOfY;   ///< partners in Y of the s seeds, in the order of anchorsOfX
    const Correspondence *truth = nullptr;
    /// Items ordered from the most to the least reliable (e.g. frequent words first); empty if the order is unknown.
    std::vector<ItemIndex> orderOfX = {}, orderOfY = {};
    Hints hints = {}; ///< hints: columns whose values agree for partners; used by the canonical path only
    EarlierMatches earlier = {};

    std::vector<ItemIndex> seedsOfX() const
    {
        return {anchorsOfX.begin(), anchorsOfX.begin() + static_cast<Index>(seedsOfY.size())};
    }
    /// Checks anchors and seeds: in range, distinct, not more seeds than anchors, not more anchors than items of X.
    Status validate() const;
};

/// State of a run after one iteration, for live views. References are valid during the callback only.
struct IterationView
{
    const IterationStats &stats;
    const Matrix &anchorsOfY;                     ///< vectors of the anchors in Y, k × dy
    const std::vector<ItemIndex> &correspondence; ///< for each item of Y its match in X
    const CanonicalMetric *metric = nullptr;      ///< maps that found the matches; null unless on the canonical path
};
using IterationCallback = std::function<void(const IterationView &)>;

/// Result of one random start of the method “adam”. The best start is chosen without ground truth.
struct StartSummary
{
    int iterations = 0;
    double loss = 0;
    bool won = false;
    /// True if a start clearly won (runAdam()) and this start has the winner's match for more than half of the items.
    bool converged = false;
    std::optional<double> correct = {}; ///< share of correct matches when the start ended; for scoring only
};

/// Effect of the hints in a run of “auto” or “canonical”. Neither maps nor OptimizeSummary::correspondence use hints.
struct HintSummary
{
    std::string weight; ///< weight of the hints: "0" (they did not help), "0.1", …, "hard"; empty: the run had no hints
    double removed = 0;  ///< share by which the hints reduce the entropy of the pairing, in [0, 1]
    double agreeing = 0; ///< mean agreement of the hints over the known pairs, in [0, 1]
    double byChance = 0; ///< mean agreement of the hints over all pairs of an item of X and an item of Y
    std::optional<double> without = {}, with = {}; ///< MRR of held-out pairs without and with hints; null: not tried
    std::vector<ItemIndex> correspondence = {};    ///< match in X of each item of Y, by the maps and the hints
    std::optional<double> correct = {};
};

struct OptimizeSummary
{
    Termination termination = Termination::notRun;
    std::string methodUsed; ///< id of the method that ran; never “auto”
    std::string start;      ///< id of the PathStart that led to the result; empty unless the canonical path ran
    bool continued = false; ///< true if the canonical path started from the matches of an earlier run
    std::string message;    ///< reason why the run ended, as a sentence for the screen
    std::vector<IterationStats> history;
    std::vector<StartSummary> starts;   ///< results of the random starts of “adam”, in order; empty with one start
    Matrix anchorsOfY;                  ///< continuous anchors A_Y of the iteration of lowest loss, k × dy unit rows
    std::vector<ItemIndex> discreteOfY; ///< discrete anchors: items of Y nearest to anchorsOfY by cosine
    Index discreteDuplicates = 0;
    std::vector<ItemIndex> correspondence;  ///< correspondence found with anchorsOfY: for each item of Y its match in X
    std::vector<float> correspondenceScore; ///< score of each match: the negative distance of its two items
    CanonicalMetric metric;                 ///< maps of the best iteration; empty unless the canonical path ran
    int bestIteration = 0;
    double loss = 0;
    std::optional<double> correct;
    HintSummary hint;
    Verdict verdict;                      ///< verdict on the run; validateAlignment() computes it after the run
    std::optional<double> recall;         ///< measured recall of an approximate search (IvfMatches); null if exact
    Index subsetStart = 0, subsetEnd = 0; ///< number of items of X used by the first and the last iteration
    double seconds = 0;

    double medianCorrespondenceSeconds() const;
    /// Iteration with the greatest mutual share among those on as many items as the last one that has a share; or null.
    const IterationStats *mostMutual() const;
    bool hasResult() const { return anchorsOfY.rows() > 0; }
    void discardResult(); ///< discards all results of the run except the history
};

/// Matches from which another run of the canonical path can continue; empty if `run` used another method.
EarlierMatches earlierMatches(const OptimizeSummary &run, Index itemsOfX);

/// Discrete anchors (paper AO, Alg. 1, line 10): the partner of each seed, and for each other of the k continuous
/// anchors the item of Y of greatest cosine. Empty if cancelled.
std::vector<ItemIndex> discreteAnchors(const PreparedSpace &y, const Matrix &continuous,
                                       const std::vector<ItemIndex> &seedsOfY, const RunContext &context = {});
Index countDuplicates(const std::vector<ItemIndex> &discreteOfY);

/// Share of the items of Y whose match in `xOfY` is their partner. Only items that have a partner and are not seeds are
/// counted; nullopt without such items.
std::optional<double> shareCorrect(const std::vector<ItemIndex> &xOfY, const Correspondence &truth,
                                   const std::vector<ItemIndex> &seedsOfY = {});

} // namespace anchorscope
