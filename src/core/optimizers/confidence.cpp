// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/confidence.h"

#include "core/anchors/kmeans.h"
#include "core/anchors/seedcheck.h"
#include "core/optimizers/selflearning.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace anchorscope {

namespace {

constexpr double minShare = 0.01;   ///< of the ranks that a left-out seed speaks for: no single one decides
constexpr double minEvidence = 1.5; ///< −log₁₀ of the chance probability where confidence begins
constexpr double fullEvidence = 3;  ///< and where it is full
constexpr double minLead = 0.05;    ///< the same for the lead of the agreement over that with a surrogate
constexpr double fullLead = 0.3;
constexpr double minAgreement = 0.5; ///< and for that agreement itself: what is right, trials agree on
constexpr double fullAgreement = 0.75;
constexpr double agreementWeight = 5;         ///< the agreement counts as so many left-out seeds
constexpr double minRelativeObjective = 0.97; ///< of the best objective; below it a trial ended in another optimum
constexpr std::uint64_t maxRetries = 2;       ///< of a trial that ended in another optimum
constexpr std::size_t trialsWithFew = 2;      ///< with too few seeds to leave some out
constexpr std::size_t seedsForTwoTrials = 12; ///< from here on two trials are enough, each from half of the seeds
constexpr std::uint64_t surrogateStream = 0x7d3;

double ramp(double value, double from, double to)
{
    return std::clamp((value - from) / (to - from), 0.0, 1.0);
}

/// Runs so many trials, run(which, number). One that ends far below the best objective has lost its way and is run
/// again by other numbers. Empty if one was ended.
std::vector<FoundAnchors> runTrials(std::size_t count,
                                    const std::function<FoundAnchors(std::size_t, std::uint64_t)> &run)
{
    std::vector<FoundAnchors> trials;
    for (std::size_t which = 0; which < count; ++which) {
        trials.push_back(run(which, which));
        if (trials.back().anchorsOfY.rows() == 0)
            return {};
    }
    const double best = std::ranges::max(trials, {}, &FoundAnchors::objective).objective;
    for (std::size_t which = 0; which < count; ++which) {
        for (std::uint64_t again = 1; again <= maxRetries && trials[which].objective < minRelativeObjective * best;
             ++again) {
            FoundAnchors found = run(which, again * count + which);
            if (found.anchorsOfY.rows() == 0)
                return {};
            if (found.objective > trials[which].objective)
                trials[which] = std::move(found);
        }
    }
    return trials;
}

/// Trials and what compares them report no progress of their own.
RunContext quiet(const RunContext &context)
{
    return {context.control, {}, context.deadline};
}

void reportTrial(std::size_t before, std::size_t all, const RunContext &context)
{
    context.report(std::min(1.0, static_cast<double>(before) / static_cast<double>(all)), "estimating the confidence");
}

/// How many trials leave out a part of the seeds each.
std::size_t foldsFor(std::size_t seeds)
{
    return seeds >= seedsForTwoTrials ? 2 : seeds >= 8 ? 3 : seeds;
}

} // namespace

std::size_t confidenceTrials(std::size_t seeds)
{
    const bool few = static_cast<Index>(seeds) < fewSeeds;
    return few ? 2 * trialsWithFew : foldsFor(seeds); // against a surrogate too
}

struct ConfidenceEstimator::Evidence
{
    std::vector<Matrix> anchorsOfY; ///< of each trial
    std::vector<Evaluation::Outcome> outcomes;
    double gate = 0;
    std::size_t folds = 0; ///< seed s was left out by trial s % folds; 0: no trial left one out
};

ConfidenceEstimator::ConfidenceEstimator(const OptimizeInput &input, const OptimizeOptions &options)
    : m_input(input), m_options(options), m_evaluation(input, options)
{
}

ConfidenceEstimator::~ConfidenceEstimator() = default;

bool ConfidenceEstimator::collect(const RunContext &context)
{
    context.report(0, "estimating the confidence");
    if (m_evidence)
        return true;
    m_evidence = std::make_unique<Evidence>();
    const bool few = static_cast<Index>(m_input.seedsOfY.size()) < fewSeeds;
    if (few ? compareWithSurrogate(context) : leaveOutSeeds(context))
        return true;
    m_evidence.reset();
    return false;
}

bool ConfidenceEstimator::leaveOutSeeds(const RunContext &context)
{
    const std::size_t seeds = m_input.seedsOfY.size(), folds = foldsFor(seeds);
    m_evidence->folds = folds;
    std::size_t begun = 0;
    const auto run = [&](std::size_t fold, std::uint64_t trial) {
        reportTrial(begun++, folds, context);
        std::vector<std::size_t> kept;
        for (std::size_t s = 0; s < seeds; ++s) {
            if (s % folds != fold)
                kept.push_back(s);
        }
        return runTrial(m_input, m_options, kept, trial, quiet(context));
    };
    std::vector<FoundAnchors> trials = runTrials(folds, run);
    if (trials.empty())
        return false;
    std::vector<double> shares;
    for (std::size_t fold = 0; fold < folds; ++fold) {
        Evaluation::Outcome outcome = m_evaluation.outcomeOf(trials[fold], quiet(context));
        if (context.cancelled())
            return false;
        for (std::size_t s = fold; s < seeds; s += folds)
            shares.push_back(std::max(outcome.seeds[s].mean(), minShare));
        m_evidence->anchorsOfY.push_back(std::move(trials[fold].anchorsOfY));
        m_evidence->outcomes.push_back(std::move(outcome));
    }
    m_evidence->gate = ramp(-std::log10(combinedChance(shares)), minEvidence, fullEvidence);
    return true;
}

bool ConfidenceEstimator::compareWithSurrogate(const RunContext &context)
{
    const PreparedSpace surrogate =
        surrogateOf(m_input.y, hashBits(m_options.seed, surrogateStream, 0, 0), quiet(context));
    if (context.cancelled())
        return false;
    const OptimizeInput against{m_input.x, surrogate, m_input.anchorsOfX, m_input.seedsOfY};
    double lead = 0, agreed = 0;
    std::size_t begun = 0;
    for (const OptimizeInput *input : {&m_input, &against}) {
        const Evaluation evaluation(*input, m_options);
        std::vector<Evaluation::Outcome> outcomes;
        std::vector<FoundAnchors> trials = runTrials(trialsWithFew, [&](std::size_t, std::uint64_t trial) {
            reportTrial(begun++, 2 * trialsWithFew, context);
            return runTrial(*input, m_options, allSeeds(*input), trial, quiet(context));
        });
        if (trials.empty())
            return false;
        for (FoundAnchors &found : trials) {
            outcomes.push_back(evaluation.outcomeOf(found, quiet(context)));
            if (context.cancelled())
                return false;
            if (input == &m_input)
                m_evidence->anchorsOfY.push_back(std::move(found.anchorsOfY));
        }
        const double share = agreement(outcomes[0], outcomes[1]);
        if (input == &against) {
            lead = agreed - share;
            continue;
        }
        agreed = share;
        m_evidence->outcomes = std::move(outcomes);
    }
    m_evidence->gate = std::min(ramp(agreed, minAgreement, fullAgreement), ramp(lead, minLead, fullLead));
    return true;
}

ConfidenceEstimate ConfidenceEstimator::conclude(const std::vector<Evaluation::Outcome> &trials,
                                                 const Evaluation::Outcome &result) const
{
    std::vector<double> agreements;
    for (const Evaluation::Outcome &trial : trials)
        agreements.push_back(agreement(trial, result));
    std::vector<SeedRank> ranks;
    for (std::size_t s = 0; m_evidence->folds > 0 && s < result.seeds.size(); ++s)
        ranks.push_back(trials[s % m_evidence->folds].seeds[s]);
    const double agreed = median(agreements);
    // What is right, by the agreement and the exact matches of left-out seeds that are not in doubt.
    struct Right
    {
        double share, matched, trusted;
    };
    const auto shareRightLeavingOut = [&](const std::vector<Index> &excluded) {
        double matched = 0, trusted = 0;
        for (std::size_t s = 0; s < ranks.size(); ++s) {
            const bool in = std::ranges::count(excluded, static_cast<Index>(s)) == 0;
            trusted += in;
            matched += in && trials[s % m_evidence->folds].matched[s];
        }
        return Right{(agreementWeight * agreed + matched) / (agreementWeight + trusted), matched, trusted};
    };
    ConfidenceEstimate estimate;
    if (m_evidence->gate > 0 && !ranks.empty()) {
        // A seed is in doubt where neither a trial that was not given it nor the result brings its items together.
        std::vector<double> shares;
        for (std::size_t s = 0; s < ranks.size(); ++s)
            shares.push_back(std::min(ranks[s].mean(), result.seeds[s].mean()));
        estimate.suspectSeeds = likelyWrongSeeds(shares, shareRightLeavingOut({}).share, m_input.x.size());
    }
    const Right right = shareRightLeavingOut(estimate.suspectSeeds);
    // Seeds speak for the trials; what the trials find and the result does not is wrong in the result. A third of the
    // items of Y may have no partner, on which nothing agrees.
    constexpr double withoutPartner = 1.0 / 3;
    const double most = agreed / (1 - withoutPartner) * (right.trusted + 1) / (right.matched + 1);
    estimate.confidence = m_evidence->gate * std::min(right.share, most);
    return estimate;
}

std::optional<ConfidenceEstimate> ConfidenceEstimator::estimate(const OptimizeSummary &result,
                                                                const RunContext &context)
{
    if (!collect(context))
        return std::nullopt;
    const Evaluation::Outcome outcome = m_evaluation.outcomeOf({m_input.anchorsOfX, result.anchorsOfY}, quiet(context));
    if (context.cancelled())
        return std::nullopt;
    return conclude(m_evidence->outcomes, outcome);
}

std::optional<ConfidenceEstimate>
ConfidenceEstimator::estimateGrown(const OptimizeInput &whole, const OptimizeSummary &result, const RunContext &context)
{
    if (!collect(context))
        return std::nullopt;
    const RunContext silent = quiet(context);
    const Evaluation evaluation(whole, m_options, silent);
    std::vector<Evaluation::Outcome> trials;
    for (const Matrix &anchorsOfY : m_evidence->anchorsOfY)
        trials.push_back(evaluation.outcomeOf({whole.anchorsOfX, anchorsOfY}, silent));
    const Evaluation::Outcome outcome = evaluation.outcomeOf({whole.anchorsOfX, result.anchorsOfY}, silent);
    if (context.cancelled())
        return std::nullopt;
    return conclude(trials, outcome);
}

PreparedSpace surrogateOf(const PreparedSpace &space, std::uint64_t seed, const RunContext &context)
{
    constexpr Index itemsPerCluster = 50, maxClusters = 40;
    KMeansOptions options;
    options.clusters = std::clamp<Index>(space.size() / itemsPerCluster, 1, maxClusters);
    Random random(seed);
    const KMeans clusters = kMeans(space.rows, options, random, context);
    PreparedSpace surrogate = space;
    if (context.cancelled())
        return surrogate;
    const std::vector<ItemIndex> others = random.permutation(space.size());
    for (Index i = 0; i < space.size(); ++i) {
        const auto other = static_cast<Index>(others[static_cast<std::size_t>(i)]);
        const auto own = clusters.clusterOf[static_cast<std::size_t>(i)];
        const auto foreign = clusters.clusterOf[static_cast<std::size_t>(other)];
        surrogate.rows.row(i) = clusters.centroids.row(own) + space.rows.row(other) - clusters.centroids.row(foreign);
    }
    surrogate.zeroRows = normaliseRows(surrogate.rows);
    return surrogate;
}

} // namespace anchorscope
