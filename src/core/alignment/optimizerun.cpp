// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/optimizerun.h"

namespace anchorscope {

OptimizeRun::OptimizeRun(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context,
                         const IterationCallback &onIteration)
    : m_input(input), m_options(options), m_context(context), m_onIteration(onIteration)
{
    m_summary.methodUsed = options.method;
    m_summary.subsetStart = m_summary.subsetEnd = input.x.size();
}

double OptimizeRun::seconds() const
{
    return m_secondsBefore + std::chrono::duration<double>(Clock::now() - m_begin - m_paused).count();
}

void OptimizeRun::continueAfter(const OptimizeSummary &earlier)
{
    m_summary.history = earlier.history;
    m_secondsBefore = earlier.seconds;
}

std::optional<Termination> OptimizeRun::interrupted()
{
    const auto before = Clock::now();
    m_context.waitWhilePaused();
    m_paused += Clock::now() - before;
    if (m_context.cancelled())
        return Termination::cancelled;
    if (m_context.stopRequested())
        return Termination::stopped;
    if (m_options.timeLimitSeconds && seconds() >= *m_options.timeLimitSeconds)
        return Termination::timeLimit;
    return std::nullopt;
}

double OptimizeRun::lossOf(const SinkhornResult &match) const
{
    const std::vector<float> &distances = match.distanceOfRow.empty() ? match.distance : match.distanceOfRow;
    double sum = 0;
    for (float distance : distances)
        sum += static_cast<double>(distance) * static_cast<double>(distance);
    return sum / (static_cast<double>(distances.size()) * static_cast<double>(m_input.anchorsOfX.size()));
}

std::optional<double> OptimizeRun::correctShare(const std::vector<ItemIndex> &correspondence) const
{
    return m_input.truth ? shareCorrect(correspondence, *m_input.truth, m_input.seedsOfY) : std::nullopt;
}

void OptimizeRun::keep(double loss, const Matrix &anchors, const SinkhornResult &match)
{
    m_hasBest = true;
    m_best = {anchors, match.rowOfColumn, scoresOf(match), loss, iterations(), {}};
}

void OptimizeRun::restore(BestIterate kept)
{
    m_best = std::move(kept);
    m_hasBest = true;
}

void OptimizeRun::recordStart(const Matrix &anchors, const SinkhornResult &match, std::optional<double> given)
{
    const double loss = given ? *given : lossOf(match);
    if (!m_hasBest || loss < m_best.loss)
        keep(loss, anchors, match);
    m_lastCorrespondence = match.rowOfColumn;
}

IterationStats OptimizeRun::statsOf(const SinkhornResult &match, const std::string &stage,
                                    std::optional<double> loss) const
{
    IterationStats stats;
    stats.iteration = iterations() + 1;
    stats.items = static_cast<Index>(match.rowOfColumn.size());
    stats.loss = loss ? *loss : lossOf(match);
    if (m_lastCorrespondence.size() == match.rowOfColumn.size()) {
        Index changed = 0;
        for (std::size_t j = 0; j < m_lastCorrespondence.size(); ++j)
            changed += m_lastCorrespondence[j] != match.rowOfColumn[j];
        stats.changed = static_cast<double>(changed) / static_cast<double>(m_lastCorrespondence.size());
    }
    stats.correct = correctShare(match.rowOfColumn);
    stats.correspondenceSeconds = match.seconds;
    stats.survivors = match.survivors;
    stats.stage = stage;
    stats.seconds = seconds();
    return stats;
}

const IterationStats &OptimizeRun::count(IterationStats stats, const Matrix &anchors, const SinkhornResult &match,
                                         const CanonicalMetric *metric)
{
    m_summary.history.push_back(std::move(stats));
    m_lastCorrespondence = match.rowOfColumn;
    if (m_onIteration)
        m_onIteration({m_summary.history.back(), anchors, match.rowOfColumn, metric});
    return m_summary.history.back();
}

const IterationStats &OptimizeRun::record(const Matrix &anchors, const SinkhornResult &match, const std::string &stage,
                                          std::optional<double> loss)
{
    const IterationStats &stats = count(statsOf(match, stage, loss), anchors, match);
    if (!m_hasBest || stats.loss < m_best.loss)
        keep(stats.loss, anchors, match);
    return stats;
}

const IterationStats &OptimizeRun::recordOfPath(const Matrix &anchors, const SinkhornResult &match, const Path &path)
{
    IterationStats stats = statsOf(match, path.stage, {});
    stats.ridge = path.ridge;
    stats.mutual = path.mutual;
    const IterationStats &counted = count(std::move(stats), anchors, match, &path.metric);
    if (path.best) {
        keep(counted.loss, anchors, match);
        m_best.metric = path.metric;
    }
    return counted;
}

OptimizeSummary OptimizeRun::finish(Termination termination)
{
    m_summary.termination = termination;
    m_summary.message = terminationText(termination);
    if (termination != Termination::cancelled && m_best.anchors.rows() > 0) {
        m_summary.anchorsOfY = std::move(m_best.anchors);
        m_summary.correspondence = std::move(m_best.correspondence);
        m_summary.correspondenceScore = std::move(m_best.scores);
        m_summary.metric = std::move(m_best.metric);
        m_summary.loss = m_best.loss;
        m_summary.bestIteration = m_best.iteration;
        m_summary.correct = correctShare(m_summary.correspondence);
    }
    m_summary.seconds = seconds();
    return std::move(m_summary);
}

SinkhornOptions sinkhornOptions(const OptimizeOptions &options)
{
    SinkhornOptions result;
    result.epsilon = options.epsilon;
    result.iterations = options.sinkhornIterations;
    result.tolerance = options.sinkhornTolerance;
    result.prune = options.prune;
    return result;
}

std::vector<float> scoresOf(const SinkhornResult &match)
{
    std::vector<float> scores;
    scores.reserve(match.distance.size());
    for (const float distance : match.distance)
        scores.push_back(-distance);
    return scores;
}

} // namespace anchorscope
