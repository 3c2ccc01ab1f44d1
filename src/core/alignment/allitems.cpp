// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/alignment/allitems.h"

#include "core/ivf/ivfsearch.h"
#include "core/neighbours/cslsmatches.h"
#include "core/neighbours/distributedmatches.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/translate/canonicalbasis.h"

namespace anchorscope {

namespace {

constexpr Index rowsAtOnce = 1024;

class TakingPart
{
public:
    TakingPart(const PreparedSpace &space, Side side, const CanonicalMetric &metric, const RunContext &context)
        : m_space(space), m_side(side), m_metric(metric), m_context(context), m_items(itemsTakingPart(space))
    {
    }

    Matrix allCoordinates() const { return canonicalCoordinates(m_space, m_items, m_metric, m_side, m_context); }

    DistributedRows distributedCoordinates() const
    {
        if (m_space.distributed && m_space.zeroRows.empty())
            return {canonicalCoordinates(m_space.distributed->own, m_metric, m_side, m_context), std::ssize(m_items),
                    m_space.distributed->communicator};
        const DistributedRows own = shareOfRows(m_space, m_items, m_context);
        return {canonicalCoordinates(own.own, m_metric, m_side, m_context), own.items, own.communicator};
    }

    IvfSide probed() const { return canonicalSide(m_space, m_items, m_metric, m_side, m_context); }

    const std::vector<ItemIndex> &items() const { return m_items; }

private:
    const PreparedSpace &m_space;
    const Side m_side;
    const CanonicalMetric &m_metric;
    const RunContext &m_context;
    const std::vector<ItemIndex> m_items;
};

class RelativeDistances
{
public:
    RelativeDistances(const Matrix &anchorsOfX, const Matrix &anchorsOfY, const RunContext &context)
        : m_anchorsOfX(anchorsOfX), m_anchorsOfY(anchorsOfY), m_context(context)
    {
    }

    /// Stores the distance between the relative vectors of each pair of rows (X, Y) in `distances`, at the index of Y.
    template <class RowsOfX, class RowsOfY>
    void find(const RowsOfX &xRows, const RowsOfY &yRows, const std::vector<std::pair<ItemIndex, ItemIndex>> &xAndY,
              std::vector<float> &distances) const
    {
        forBlocks(
            std::ssize(xAndY), rowsAtOnce,
            [&](Index begin, Index end) {
                std::vector<ItemIndex> ofX, ofY;
                for (Index pair = begin; pair < end; ++pair) {
                    ofX.push_back(xAndY[static_cast<std::size_t>(pair)].first);
                    ofY.push_back(xAndY[static_cast<std::size_t>(pair)].second);
                }
                const Matrix rx = productTransposed(xRows(ofX), m_anchorsOfX, m_context);
                const Matrix ry = productTransposed(yRows(ofY), m_anchorsOfY, m_context);
                for (Index row = 0; row < end - begin; ++row)
                    distances[static_cast<std::size_t>(ofY[static_cast<std::size_t>(row)])] =
                        (rx.row(row) - ry.row(row)).norm();
            },
            m_context);
    }

private:
    const Matrix &m_anchorsOfX, &m_anchorsOfY;
    const RunContext &m_context;
};

/// Passes the rows of X around the ring of MPI ranks; each rank computes the distances of its own rows of Y.
std::vector<float> distributedDistances(const RelativeDistances &between, const DistributedRows &x,
                                        const DistributedRows &y, const std::vector<ItemIndex> &xOfY)
{
    const Share own = y.share();
    std::vector<float> distances(static_cast<std::size_t>(own.count));
    ringPass(x, {}, [&](const RingBlock &block) {
        std::vector<std::pair<ItemIndex, ItemIndex>> xAndY;
        for (Index j = 0; j < own.count; ++j) {
            const Index place = xOfY[static_cast<std::size_t>(own.first + j)] - block.items.first;
            if (place >= 0 && place < block.items.count)
                xAndY.emplace_back(static_cast<ItemIndex>(place), static_cast<ItemIndex>(j));
        }
        between.find([&](const auto &items) { return rowsOf(block.rows, items); },
                     [&](const auto &items) { return rowsOf(y.own, items); }, xAndY, distances);
    });
    std::vector<float> all(static_cast<std::size_t>(y.items));
    std::ranges::copy(distances, all.begin() + own.first);
    allGather(*y.communicator, all.data(), y.items);
    return all;
}

bool areDistributed(const PreparedSpace &x, const PreparedSpace &y)
{
    return x.distributed && y.distributed;
}

} // namespace

std::optional<FoundMatches> matchesByMetric(const PreparedSpace &x, const PreparedSpace &y,
                                            const CanonicalMetric &metric, const std::string &candidates,
                                            const RunContext &context)
{
    const RunContext quiet = context.withoutProgress();
    const TakingPart ofX(x, Side::x, metric, quiet), ofY(y, Side::y, metric, quiet);
    FoundMatches found;
    std::optional<CslsMatches> matches;
    if (searchesExactly(x, y, candidates)) {
        const auto n = std::ssize(ofX.items()), m = std::ssize(ofY.items());
        matches = !context.communicator
                      ? cslsMatches(ofX.allCoordinates(), ofY.allCoordinates(), neighboursOfCsls, context)
                      : cachedMatches(n, m, nullptr, context.cache, [&] {
                            return std::optional(distributedMatches(
                                ofX.distributedCoordinates(), ofY.distributedCoordinates(), neighboursOfCsls, context));
                        });
    } else if (auto probed = ivfMatches(ofX.probed(), ofY.probed(), neighboursOfCsls, {}, context)) {
        found.recall = probed->recall;
        matches = std::move(probed->matches);
    }
    if (!matches || context.cancelled())
        return std::nullopt;
    found.xOfY.assign(static_cast<std::size_t>(y.size()), 0); // match of items of Y whose vector is zero: item 0 of X
    for (std::size_t j = 0; j < ofY.items().size(); ++j)
        found.xOfY[static_cast<std::size_t>(ofY.items()[j])] = ofX.items()[static_cast<std::size_t>(matches->xOfY[j])];
    return found;
}

std::vector<float> distancesOfMatches(const OptimizeInput &input, const Matrix &anchorsOfX, const Matrix &anchorsOfY,
                                      const std::vector<ItemIndex> &xOfY, const RunContext &context)
{
    const RelativeDistances between(anchorsOfX, anchorsOfY, context);
    if (areDistributed(input.x, input.y))
        return distributedDistances(between, *input.x.distributed, *input.y.distributed, xOfY);
    std::vector<std::pair<ItemIndex, ItemIndex>> xAndY;
    for (std::size_t j = 0; j < xOfY.size(); ++j)
        xAndY.emplace_back(xOfY[j], static_cast<ItemIndex>(j));
    std::vector<float> distances(xOfY.size());
    between.find([&](const auto &items) { return rowsOf(input.x, items); },
                 [&](const auto &items) { return rowsOf(input.y, items); }, xAndY, distances);
    return distances;
}

} // namespace anchorscope
