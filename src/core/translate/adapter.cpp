// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/adapter.h"

#include "core/neighbours/collectnearest.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr Index listed = 10; ///< of recall@10

Adapter::Row asRow(const Vector &values)
{
    return values.cast<double>().transpose();
}

using Found = OwnSearch::Found;

std::optional<Found> found(const Matrix &index, const Matrix &from, const std::vector<ItemIndex> &queries,
                           const RunContext &context)
{
    NearestLists lists(std::ssize(queries), listed + 1, TieOrder{});
    if (!collectAll(rowsOf(from, queries), index, {&lists, nullptr}, {}, context))
        return std::nullopt;
    lists.finish();
    Found result{std::vector<std::vector<ItemIndex>>(queries.size()), {}};
    for (std::size_t q = 0; q < queries.size(); ++q) {
        std::size_t place = 0, own = listed + 1;
        for (const Neighbour &each : lists.of(static_cast<Index>(q))) {
            if (each.item == queries[q])
                own = place;
            else if (std::ssize(result.others[q]) < listed)
                result.others[q].push_back(each.item);
            ++place;
        }
        result.placeOfOwn.push_back(own);
    }
    return result;
}

std::vector<KeptResults> compared(const Found &results, const Found &reference)
{
    std::vector<KeptResults> kept;
    for (std::size_t q = 0; q < results.others.size(); ++q) {
        const auto &now = results.others[q], &before = reference.others[q];
        Index common = 0;
        for (const ItemIndex item : now)
            common += std::ranges::count(before, item);
        kept.push_back({.ownAt1 = results.placeOfOwn[q] == 0 ? 1.0 : 0.0,
                        .ownAt10 = results.placeOfOwn[q] < listed ? 1.0 : 0.0,
                        .recallAt1 = now.front() == before.front() ? 1.0 : 0.0,
                        .recallAt10 = static_cast<double>(common) / listed});
    }
    return kept;
}

} // namespace

Adapter adapterOf(const PreparedSpace &source, const PreparedSpace &target, const LinearMap &map,
                  const std::vector<ItemIndex> &anchorsOfTarget)
{
    const bool spanned = map.basis.size() > 0;
    Adapter adapter{asRow(source.mean),
                    asRow(source.scale),
                    spanned ? MatrixD(map.matrix * map.basis) : map.matrix,
                    Adapter::Row::Zero(target.dimension()),
                    asRow(target.mean),
                    asRow(target.scale)};
    if (map.offset.size() > 0)
        adapter.offset = spanned ? Adapter::Row(map.offset * map.basis) : map.offset;
    for (const ItemIndex item : anchorsOfTarget)
        adapter.length += static_cast<double>(target.norms[item]) / static_cast<double>(anchorsOfTarget.size());
    return adapter;
}

Matrix adapted(const Matrix &vectors, const Adapter &adapter, const RunContext &context)
{
    Matrix result(vectors.rows(), adapter.matrix.cols());
    const auto unit = [](MatrixD &rows) { // zero rows stay zero, which Eigen's normalize() makes NaN
        const VectorD lengths = rows.rowwise().norm();
        rows.array().colwise() /= (lengths.array() > 0).select(lengths.array(), 1.0);
    };
    fillRows(
        result, 256,
        [&](Index begin, Index end) {
            MatrixD rows = vectors.middleRows(begin, end - begin).cast<double>();
            rows.rowwise() -= adapter.meanOfSource;
            rows.array().rowwise() /= adapter.scaleOfSource.array();
            unit(rows);
            MatrixD directions = rows * adapter.matrix;
            directions.rowwise() += adapter.offset;
            unit(directions);
            directions.array().rowwise() *= adapter.length * adapter.scaleOfTarget.array();
            directions.rowwise() += adapter.meanOfTarget;
            result.middleRows(begin, end - begin) = directions.cast<float>();
        },
        context);
    return result;
}

KeptResults meanOf(const std::vector<KeptResults> &results)
{
    KeptResults mean;
    for (const auto value :
         {&KeptResults::ownAt1, &KeptResults::ownAt10, &KeptResults::recallAt1, &KeptResults::recallAt10}) {
        for (const KeptResults &each : results)
            mean.*value += each.*value / static_cast<double>(results.size());
    }
    return mean;
}

OwnSearch::OwnSearch(Matrix own, std::vector<ItemIndex> queries, const RunContext &context)
    : m_own(std::move(own)), m_queries(std::move(queries))
{
    normaliseRows(m_own, context);
    m_reference = found(m_own, m_own, m_queries, context);
}

Kept OwnSearch::keptBy(Matrix adapted, Index count, const RunContext &context) const
{
    normaliseRows(adapted, context);
    std::vector<ItemIndex> asking = m_queries;
    asking.resize(std::min(asking.size(), static_cast<std::size_t>(count)));
    const auto index = m_reference ? found(adapted, m_own, asking, context.part(0, 0.5)) : std::nullopt;
    const auto asked = index ? found(m_own, adapted, asking, context.part(0.5, 1)) : std::nullopt;
    if (!asked)
        return {};
    return {compared(*index, *m_reference), compared(*asked, *m_reference)};
}

} // namespace anchorscope
