// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimize/allitems.h"

#include "core/neighbours/keptpartners.h"
#include "core/neighbours/probedpartners.h"
#include "core/neighbours/spreadpartners.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/relative.h"
#include "core/ranks/runaids.h"
#include "core/translate/canonicalframe.h"

#include <numeric>

namespace anchorscope {

namespace {

constexpr Index rowsAtOnce = 1024;

/// The items of a space that take part, by their places among these.
class TakingPart
{
public:
    TakingPart(const PreparedSpace &space, Side side, const CanonicalMetric &metric, const RunContext &context)
        : m_space(space), m_side(side), m_metric(metric), m_context(context), m_items(itemsTakingPart(space))
    {
    }

    Matrix coordinates(const std::vector<ItemIndex> &places) const
    {
        std::vector<ItemIndex> items;
        for (const ItemIndex place : places)
            items.push_back(m_items[static_cast<std::size_t>(place)]);
        return canonicalCoordinates(rowsOf(m_space.rows, items, m_context), m_metric, m_side, m_context);
    }

    Matrix allCoordinates() const
    {
        return m_space.zeroRows.empty()
                   ? canonicalCoordinates(m_space.rows, m_metric, m_side, m_context)
                   : canonicalCoordinates(rowsOf(m_space.rows, m_items, m_context), m_metric, m_side, m_context);
    }

    /// Of this rank's share.
    SpreadRows spreadCoordinates() const
    {
        const Share own = ownShare(std::ssize(m_items), *RunAids::ranks());
        std::vector<ItemIndex> places(static_cast<std::size_t>(own.count));
        std::iota(places.begin(), places.end(), static_cast<ItemIndex>(own.first));
        return {coordinates(places), std::ssize(m_items)};
    }

    ProbedSide probed() const
    {
        return {std::ssize(m_items), [this](const std::vector<ItemIndex> &places) { return coordinates(places); }};
    }

    const std::vector<ItemIndex> &items() const { return m_items; }

private:
    const PreparedSpace &m_space;
    const Side m_side;
    const CanonicalMetric &m_metric;
    const RunContext &m_context;
    const std::vector<ItemIndex> m_items;
};

} // namespace

bool searchesExactly(const PreparedSpace &x, const PreparedSpace &y, const std::string &candidates)
{
    const double pairs = static_cast<double>(x.size()) * static_cast<double>(y.size());
    return candidates == "exact" || (candidates == "auto" && pairs <= pairsToCompare);
}

std::optional<FoundPartners> partnersByMetric(const PreparedSpace &x, const PreparedSpace &y,
                                              const CanonicalMetric &metric, const std::string &candidates,
                                              const RunContext &context)
{
    const RunContext quiet{context.control, {}, context.deadline};
    const TakingPart ofX(x, Side::x, metric, quiet), ofY(y, Side::y, metric, quiet);
    FoundPartners found;
    std::optional<CslsPartners> partners;
    if (searchesExactly(x, y, candidates)) {
        const auto n = std::ssize(ofX.items()), m = std::ssize(ofY.items());
        partners = !RunAids::ranks()
                       ? cslsPartners(ofX.allCoordinates(), ofY.allCoordinates(), neighboursOfCsls, context)
                       : keptPartners(n, m, [&] {
                             return std::optional(spreadPartners(ofX.spreadCoordinates(), ofY.spreadCoordinates(),
                                                                 neighboursOfCsls, context));
                         });
    } else if (auto probed = probedPartners(ofX.probed(), ofY.probed(), neighboursOfCsls, {}, context)) {
        found.recall = probed->recall;
        partners = std::move(probed->partners);
    }
    if (!partners || context.cancelled())
        return std::nullopt;
    found.xOfY.assign(static_cast<std::size_t>(y.size()), 0); // a zero row says nothing
    for (std::size_t j = 0; j < ofY.items().size(); ++j)
        found.xOfY[static_cast<std::size_t>(ofY.items()[j])] = ofX.items()[static_cast<std::size_t>(partners->xOfY[j])];
    return found;
}

std::vector<float> distancesOfPartners(const OptimizeInput &input, const Matrix &anchorsOfX, const Matrix &anchorsOfY,
                                       const std::vector<ItemIndex> &xOfY, const RunContext &context)
{
    std::vector<float> distances(xOfY.size());
    forBlocks(
        std::ssize(xOfY), rowsAtOnce,
        [&](Index begin, Index end) {
            const std::vector<ItemIndex> partners(xOfY.begin() + begin, xOfY.begin() + end);
            std::vector<ItemIndex> own(partners.size());
            std::iota(own.begin(), own.end(), static_cast<ItemIndex>(begin));
            const Matrix rx = productTransposed(rowsOf(input.x.rows, partners), anchorsOfX, context);
            const Matrix ry = productTransposed(rowsOf(input.y.rows, own), anchorsOfY, context);
            for (Index j = begin; j < end; ++j)
                distances[static_cast<std::size_t>(j)] = (rx.row(j - begin) - ry.row(j - begin)).norm();
        },
        context);
    return distances;
}

} // namespace anchorscope
