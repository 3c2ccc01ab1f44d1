// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizers/trials.h"

#include "core/matching/sinkhorn.h"
#include "core/optimizers/selflearning.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr Index maxWithoutSeeds = 5000;
constexpr double shareOfX = 0.8, shareWithoutSeeds = 0.93;
constexpr int patienceInTrial = 4;
constexpr std::uint64_t trialStream = 0x7d1, evaluateStream = 0x7d2;

/// The share of rows that are more similar to `partner` than row `own` is; equals count half.
double rankShare(const Matrix &rows, const Eigen::Ref<const Eigen::RowVectorXf> &partner, Index own)
{
    const Vector similarity = rows * partner.transpose();
    const float ofOwn = similarity(own);
    const Index above = (similarity.array() > ofOwn).count(), equal = (similarity.array() == ofOwn).count() - 1;
    return (static_cast<double>(above) + static_cast<double>(equal) / 2) / static_cast<double>(rows.rows());
}

} // namespace

FoundAnchors runTrial(const OptimizeInput &input, const OptimizeOptions &options, const std::vector<std::size_t> &seeds,
                      std::uint64_t trial, const RunContext &context)
{
    // Profiles compare whole sets, so without seeds the samples must be nearly whole.
    const bool seeded = static_cast<Index>(seeds.size()) >= seedsToStart;
    const auto draw = [&](const PreparedSpace &space, const std::vector<ItemIndex> &order, double share, Index most,
                          std::uint64_t side) {
        const std::vector<ItemIndex> pool = reliableItems(space, order, most);
        const auto wanted = static_cast<Index>(share * static_cast<double>(pool.size()));
        return Random(hashBits(options.seed, trialStream, trial, side)).sample(pool, wanted);
    };
    const Index most = seeded ? itemsOfLearning : maxWithoutSeeds;
    const Subset part(input, draw(input.x, input.orderOfX, seeded ? shareOfX : shareWithoutSeeds, most, 0),
                      draw(input.y, input.orderOfY, seeded ? 1 : shareWithoutSeeds, most, 1), seeds);
    const auto keepGoing = [&](const SelfLearning &) { return !context.stopRequested() && !context.pastDeadline(); };
    LearnOptions learn = learnOptions(part.input(), hashBits(options.seed, trialStream, trial, 2), context);
    learn.patience = patienceInTrial;
    if (seeded)
        learn.keeps = {0.05, 0.1, 0.4};
    const PreparedSpace &x = part.input().x, &y = part.input().y;
    const Matrix start = startMap(part.input(), learn, context);
    if (context.cancelled())
        return {};
    const SelfLearning learning = learnMap(x.rows, y.rows, start, learn, context, keepGoing);
    if (context.cancelled() || !keepGoing(learning))
        return {};
    return {input.anchorsOfX, mapRows(rowsOf(input.x.rows, input.anchorsOfX), learning.map, context),
            learning.objective};
}

Evaluation::Evaluation(const OptimizeInput &input, const OptimizeOptions &options, const RunContext &context)
    : m_input(input), m_epsilon(options.epsilon), m_seedsOfY(input.seedsOfY)
{
    if (input.y.size() <= maxEvaluated)
        return;
    Random random(hashBits(options.seed, evaluateStream, 0, 0));
    const std::vector<ItemIndex> items = ascending(random.sample(input.y.size(), maxEvaluated), input.seedsOfY);
    m_sampleOfY = itemsOf(input.y, items, context);
    for (ItemIndex &seed : m_seedsOfY)
        seed = placeOf(seed, items);
}

Evaluation::Outcome Evaluation::outcomeOf(const FoundAnchors &found, const RunContext &context) const
{
    const PreparedSpace &y = m_sampleOfY.size() > 0 ? m_sampleOfY : m_input.y;
    Matrix rx = productTransposed(m_input.x.rows, rowsOf(m_input.x.rows, found.anchorsOfX), context);
    Matrix ry = productTransposed(y.rows, found.anchorsOfY, context);
    SinkhornOptions options;
    options.epsilon = m_epsilon;
    SinkhornResult match = SinkhornMatcher(rx, options).match(ry, nullptr, context);
    if (context.cancelled())
        return {};
    Outcome outcome;
    outcome.correspondence = std::move(match.rowOfColumn);
    normaliseRows(rx, context);
    normaliseRows(ry, context);
    for (std::size_t s = 0; s < m_seedsOfY.size() && !context.cancelled(); ++s) {
        const Index ofX = m_input.anchorsOfX[s], ofY = m_seedsOfY[s];
        outcome.seeds.push_back({rankShare(rx, ry.row(ofY), ofX), rankShare(ry, rx.row(ofX), ofY)});
        outcome.matched.push_back(outcome.correspondence[static_cast<std::size_t>(ofY)] == ofX);
    }
    return outcome;
}

double agreement(const Evaluation::Outcome &a, const Evaluation::Outcome &b)
{
    Index equal = 0;
    for (std::size_t j = 0; j < a.correspondence.size(); ++j)
        equal += a.correspondence[j] == b.correspondence[j];
    return static_cast<double>(equal) / static_cast<double>(a.correspondence.size());
}

} // namespace anchorscope
