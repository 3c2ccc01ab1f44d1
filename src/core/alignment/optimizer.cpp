// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/optimizer.h"

#include "core/kernels/product.h"
#include "core/neighbours/matches.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/statistics.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace anchorscope {

namespace {

Error wrongUsage(std::string message)
{
    return Error(ErrorCode::wrongUsage, std::move(message));
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
        return Error(ErrorCode::tooFewItems, "Space " + name + " is empty; expected at least one item.");
    if (static_cast<Index>(space.zeroRows.size()) == space.size())
        return Error(ErrorCode::noVariation,
                     "All items of space " + name +
                         " are equal after pre-processing, so nothing can be aligned. Choose another pre-processing or "
                         "another space.");
    return Done{};
}

} // namespace

EarlierMatches earlierMatches(const OptimizeSummary &run, Index itemsOfX)
{
    if (run.start.empty() || !run.hasResult())
        return {};
    const auto yOfX = partnersOfX(run.correspondence, run.correspondenceScore, itemsOfX);
    // Without cross-fitted iterations, the last iteration usually has a quarter of the best ridge of the path.
    EarlierMatches earlier{std::vector<ItemIndex>(run.correspondence.size(), noItem), run.start, 4 * run.metric.ridge};
    if (const IterationStats *best = run.mostMutual())
        earlier.ridge = best->ridge.value_or(earlier.ridge);
    for (std::size_t i = 0; i < yOfX.size(); ++i) {
        if (yOfX[i] != noItem)
            earlier.xOfY[static_cast<std::size_t>(yOfX[i])] = static_cast<ItemIndex>(i);
    }
    return earlier;
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
        return Error(ErrorCode::noAnchors, "No anchors are chosen; at least one is needed.");
    if (anchors > x.size())
        return Error(ErrorCode::tooFewItems, "Expected at least as many items as anchors (" + std::to_string(anchors) +
                                                 "), found " + std::to_string(x.size()) +
                                                 " items. Choose fewer anchors.");
    if (seeds > anchors)
        return Error(ErrorCode::tooManySeeds, "Expected at most as many seeds as anchors (" + std::to_string(anchors) +
                                                  "), found " + std::to_string(seeds) +
                                                  " seeds. Choose more anchors or fewer seeds.");
    if (!inRange(anchorsOfX, x.size()) || !inRange(seedsOfY, y.size()))
        return wrongUsage("An anchor or seed refers to an item that does not exist.");
    if (!allDifferent(anchorsOfX))
        return Error(ErrorCode::repeatedAnchor, "An item of X is an anchor more than once; remove the repetition.");
    if (!allDifferent(seedsOfY))
        return Error(ErrorCode::repeatedSeed,
                     "An item of Y is the partner of more than one seed; remove one of the pairs.");
    return Done{};
}

double OptimizeSummary::medianCorrespondenceSeconds() const
{
    std::vector<double> times;
    for (const IterationStats &stats : history)
        times.push_back(stats.correspondenceSeconds);
    return times.empty() ? 0 : median(std::move(times));
}

const IterationStats *OptimizeSummary::mostMutual() const
{
    const IterationStats *best = nullptr;
    for (const IterationStats &each : std::views::reverse(history)) {
        if (each.mutual && (!best || (each.items == best->items && *each.mutual >= *best->mutual)))
            best = &each;
    }
    return best;
}

void OptimizeSummary::discardResult()
{
    starts.clear();
    hint = {};
    anchorsOfY.resize(0, 0);
    discreteOfY.clear();
    discreteDuplicates = 0;
    correspondence.clear();
    correspondenceScore.clear();
    metric = {};
    bestIteration = 0;
    loss = 0;
    correct.reset();
    verdict = {};
}

namespace {

struct Nearest
{
    explicit Nearest(std::size_t anchors = 0) : cosine(anchors, -2.0f), item(anchors, noItem) {}

    void offer(std::size_t anchor, float value, ItemIndex candidate)
    {
        if (value > cosine[anchor]) {
            cosine[anchor] = value;
            item[anchor] = candidate;
        }
    }
    void add(const Nearest &later)
    {
        for (std::size_t a = 0; a < cosine.size(); ++a)
            offer(a, later.cosine[a], later.item[a]);
    }

    std::vector<float> cosine;
    std::vector<ItemIndex> item;
};

/// Finds for each anchor the nearest of the items of Y that this process holds. Returns nullopt if cancelled.
std::optional<Nearest> nearestTo(const Matrix &continuous, const PreparedSpace &y, const std::vector<bool> &isZero,
                                 const RunContext &context)
{
    const auto anchors = static_cast<std::size_t>(continuous.rows());
    const Share held = y.distributed ? y.distributed->share() : Share{0, y.size()};
    const Index first = held.first;
    const auto blocks = mapBlocks(
        held.count, 1024,
        [&](Index begin, Index end) {
            Nearest nearest(anchors);
            Matrix cosines(end - begin, continuous.rows()), converted;
            const MatrixView rows = heldRows(y, begin, end - begin, converted);
            kernels::productTransposed(rows.data(), rows.outerStride(), continuous.data(), continuous.cols(),
                                       cosines.data(), cosines.cols(), end - begin, continuous.rows(), rows.cols());
            for (Index i = begin; i < end; ++i) {
                for (std::size_t a = 0; a < anchors && !isZero[static_cast<std::size_t>(first + i)]; ++a)
                    nearest.offer(a, cosines(i - begin, static_cast<Index>(a)), static_cast<ItemIndex>(first + i));
            }
            return nearest;
        },
        context);
    if (!blocks)
        return std::nullopt;
    Nearest best(anchors);
    for (const Nearest &nearest : *blocks)
        best.add(nearest);
    return best;
}

Nearest nearestOfRanks(const Nearest &own, Communicator &communicator)
{
    Nearest best(own.cosine.size());
    for (int rank = 0; rank < communicator.size(); ++rank) {
        Nearest ofRank = own;
        broadcastFrom(rank, communicator, ofRank.cosine.data(), std::ssize(ofRank.cosine));
        broadcastFrom(rank, communicator, ofRank.item.data(), std::ssize(ofRank.item));
        best.add(ofRank);
    }
    return best;
}

} // namespace

std::vector<ItemIndex> discreteAnchors(const PreparedSpace &y, const Matrix &continuous,
                                       const std::vector<ItemIndex> &seedsOfY, const RunContext &context)
{
    std::vector<bool> isZero(static_cast<std::size_t>(y.size()));
    for (ItemIndex item : y.zeroRows)
        isZero[static_cast<std::size_t>(item)] = true;
    auto best = nearestTo(continuous, y, isZero, context);
    if (!best)
        return {};
    if (y.distributed)
        best = nearestOfRanks(*best, *y.distributed->communicator);
    std::ranges::copy(seedsOfY, best->item.begin());
    return std::move(best->item);
}

Index countDuplicates(const std::vector<ItemIndex> &discreteOfY)
{
    const std::unordered_set<ItemIndex> different(discreteOfY.begin(), discreteOfY.end());
    return static_cast<Index>(discreteOfY.size() - different.size());
}

std::optional<double> shareCorrect(const std::vector<ItemIndex> &xOfY, const Correspondence &truth,
                                   const std::vector<ItemIndex> &seedsOfY)
{
    std::vector<bool> isSeed(xOfY.size());
    for (const ItemIndex seed : seedsOfY)
        isSeed[static_cast<std::size_t>(seed)] = true;
    Index correct = 0, asked = 0;
    for (std::size_t j = 0; j < xOfY.size(); ++j) {
        const ItemIndex partner = truth.partnerOfY(static_cast<ItemIndex>(j));
        if (partner == noItem || isSeed[j])
            continue;
        ++asked;
        correct += partner == xOfY[j];
    }
    if (asked == 0)
        return std::nullopt;
    return static_cast<double>(correct) / static_cast<double>(asked);
}

} // namespace anchorscope
