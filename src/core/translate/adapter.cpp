// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/translate/adapter.h"

#include "core/distributed/gather.h"
#include "core/kernels/dense.h"
#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope {

namespace {

constexpr Index listed = 10; ///< length k of the result lists that recall@k compares
constexpr Index rowsOfBlock = 256;
constexpr Index rowsAtOnce =
    64 * rowsOfBlock; ///< number of rows of an index in memory at a time: 25 MB for 384 columns

Adapter::Row asRow(const Vector &values)
{
    return values.cast<double>().transpose();
}

using Found = NativeSearch::Found;

/// Nearest items of queries, collected from one block of an index after the other.
class QueryLists
{
public:
    /// `items`: positions in the index of the items whose vectors are the queries `rows`.
    QueryLists(const MatrixView &rows, std::span<const ItemIndex> items)
        : m_rows(rows), m_items(items), m_lists(m_rows.rows(), listed + 1, TieOrder{})
    {
    }

    /// Compares the queries with a block of the index, whose first row is the item `first`. Returns false if cancelled.
    bool addBlock(const Matrix &index, Index first, const RunContext &context)
    {
        const auto onColumns = [&](Tile tile) {
            tile.firstRow += first;
            m_lists.addColumns(tile);
        };
        return forTiles(index, m_rows, {}, onColumns, context);
    }

    Found found(Communicator *communicator)
    {
        m_lists.finish();
        if (communicator)
            gatherItems(*communicator, m_lists);
        m_lists.finish();
        Found result{std::vector<std::vector<ItemIndex>>(m_items.size()), {}};
        for (std::size_t q = 0; q < m_items.size(); ++q) {
            std::size_t place = 0, own = listed + 1;
            for (const Neighbour &each : m_lists.of(static_cast<Index>(q))) {
                if (each.item == m_items[q])
                    own = place;
                else if (std::ssize(result.others[q]) < listed)
                    result.others[q].push_back(each.item);
                ++place;
            }
            result.placeOfOwn.push_back(own);
        }
        return result;
    }

private:
    MatrixView m_rows;
    std::span<const ItemIndex> m_items;
    NearestLists m_lists;
};

/// Calls onBlock(places, context) for all blocks of an index, which MPI ranks divide. Returns false if cancelled.
template <class OnBlock> bool forPlaces(Index items, const RunContext &context, const OnBlock &onBlock)
{
    const Index blocks = (items + rowsOfBlock - 1) / rowsOfBlock;
    const Share own = context.communicator ? ownShare(blocks, *context.communicator) : Share{0, blocks};
    const RunContext alone = context.withoutRanks();
    const Index end = std::min(items, (own.first + own.count) * rowsOfBlock);
    for (Index first = own.first * rowsOfBlock; first < end; first += rowsAtOnce) {
        std::vector<ItemIndex> places(static_cast<std::size_t>(std::min(rowsAtOnce, end - first)));
        std::iota(places.begin(), places.end(), static_cast<ItemIndex>(first));
        const auto share = [&](Index done) { return static_cast<double>(done) / static_cast<double>(items); };
        if (!onBlock(places, alone.part(share(first), share(first + std::ssize(places)))))
            return false;
    }
    return !context.cancelled();
}

/// Copies the vectors at the positions `places` of an index. `items`: row in `vectors` for each position of the index.
/// Incomplete if cancelled.
Matrix rowsAt(std::span<const ItemIndex> places, const Matrix &vectors, const std::vector<ItemIndex> &items,
              const RunContext &context)
{
    return rowsOf(vectors, elementsAt(items, places), context);
}

Matrix unit(Matrix rows, const RunContext &context)
{
    normalizeRows(rows, context);
    return rows;
}

std::vector<RetainedResults> compared(const Found &results, const Found &reference)
{
    std::vector<RetainedResults> retained;
    for (std::size_t q = 0; q < results.others.size(); ++q) {
        const auto &now = results.others[q], &before = reference.others[q];
        Index common = 0;
        for (const ItemIndex item : now)
            common += std::ranges::count(before, item);
        retained.push_back({.ownAt1 = results.placeOfOwn[q] == 0 ? 1.0 : 0.0,
                            .ownAt10 = results.placeOfOwn[q] < listed ? 1.0 : 0.0,
                            .recallAt1 = now.front() == before.front() ? 1.0 : 0.0,
                            .recallAt10 = static_cast<double>(common) / listed});
    }
    return retained;
}

/// Rounds values if the target has whole numbers.
template <class Rows> void roundTo(const TargetForm &form, Rows &rows)
{
    using Value = typename Rows::Scalar;
    if (const auto &range = form.wholeNumbers)
        rows = rows.array().round().max(Value(range->first)).min(Value(range->second));
}

/// True if all rows that are not zero have unit length, up to the rounding of float16.
bool haveUnitLength(const Matrix &vectors)
{
    constexpr double tolerance = 1e-3; // tolerance of the length; numbers in float16 have only 11 significant bits
    bool any = false;
    for (Index i = 0; i < vectors.rows(); ++i) {
        const double length = vectors.row(i).cast<double>().norm();
        if (length > 0 && std::abs(length - 1) > tolerance)
            return false;
        any = any || length > 0;
    }
    return any;
}

} // namespace

const char *indexSimilarityId(IndexSimilarity similarity)
{
    constexpr const char *ids[] = {"cosine", "inner", "euclidean"};
    return ids[static_cast<int>(similarity)];
}

const char *indexSimilarityLabel(IndexSimilarity similarity)
{
    constexpr const char *labels[] = {"cosine", "inner product", "Euclidean distance"};
    return labels[static_cast<int>(similarity)];
}

TargetForm formOf(const Matrix &vectors)
{
    TargetForm form{haveUnitLength(vectors), {}};
    if (vectors.size() == 0 || !(vectors.array() == vectors.array().round()).all())
        return form;
    const float least = vectors.minCoeff(), greatest = vectors.maxCoeff();
    if (greatest > 1 && least >= -128 && greatest <= 127 && least < 0)
        form.wholeNumbers = {-128, 127};
    else if (greatest > 1 && least >= 0 && greatest <= 255)
        form.wholeNumbers = {0, 255};
    return form;
}

void applyForm(const TargetForm &form, Matrix &rows)
{
    if (form.unitLength)
        normalizeRows(rows);
    roundTo(form, rows);
}

Adapter adapterOf(const PreparedSpace &source, const PreparedSpace &target, const LinearMap &map,
                  const std::vector<ItemIndex> &anchorsOfTarget, TargetForm form)
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
    adapter.form = form;
    return adapter;
}

Matrix adapted(const Matrix &vectors, const Adapter &adapter, const RunContext &context)
{
    Matrix result(vectors.rows(), adapter.matrix.cols());
    // Eigen's normalize() would make zero rows NaN; here they stay zero.
    const auto unit = [](MatrixD &rows) {
        const VectorD lengths = rows.rowwise().norm();
        rows.array().colwise() /= (lengths.array() > 0).select(lengths.array(), 1.0);
    };
    fillRows(
        result, rowsOfBlock,
        [&](Index begin, Index end) {
            MatrixD rows = vectors.middleRows(begin, end - begin).cast<double>();
            rows.rowwise() -= adapter.meanOfSource;
            rows.array().rowwise() /= adapter.scaleOfSource.array();
            unit(rows);
            MatrixD directions(rows.rows(), adapter.matrix.cols());
            kernels::activeDense().product({rows.data(), rows.cols(), rows.rows(), rows.cols(), adapter.matrix.data(),
                                            directions.cols(), directions.cols(), directions.data()});
            directions.rowwise() += adapter.offset;
            unit(directions);
            directions.array().rowwise() *= adapter.length * adapter.scaleOfTarget.array();
            directions.rowwise() += adapter.meanOfTarget;
            if (adapter.form.unitLength)
                unit(directions);
            roundTo(adapter.form, directions);
            result.middleRows(begin, end - begin) = directions.cast<float>();
        },
        context);
    return result;
}

RetainedResults meanOf(const std::vector<RetainedResults> &results)
{
    RetainedResults mean;
    for (const auto value : {&RetainedResults::ownAt1, &RetainedResults::ownAt10, &RetainedResults::recallAt1,
                             &RetainedResults::recallAt10}) {
        for (const RetainedResults &each : results)
            mean.*value += each.*value;
        if (!results.empty()) // after the sum: rounded parts may add up to more than 1
            mean.*value /= static_cast<double>(results.size());
    }
    return mean;
}

NativeSearch::NativeSearch(const SearchedItems &items, std::vector<ItemIndex> queries, const RunContext &context)
    : m_items(items), m_queries(std::move(queries)),
      m_own(asQueries(ownRows(m_queries, context.withoutRanks()), context))
{
    QueryLists lists(m_own, m_queries);
    const auto search = [&](std::span<const ItemIndex> places, const RunContext &part) {
        return lists.addBlock(asIndex(ownRows(places, part), part), places.front(), part);
    };
    if (forPlaces(std::ssize(items.ofTarget), context, search))
        m_reference = lists.found(context.communicator);
}

Matrix NativeSearch::ownRows(std::span<const ItemIndex> places, const RunContext &context) const
{
    return rowsAt(places, m_items.target, m_items.ofTarget, context);
}

Matrix NativeSearch::asQueries(Matrix rows, const RunContext &context) const
{
    if (m_items.similarity == IndexSimilarity::cosine)
        return unit(std::move(rows), context);
    if (m_items.similarity == IndexSimilarity::inner)
        return rows;
    rows.conservativeResize(Eigen::NoChange, rows.cols() + 1);
    rows.rightCols(1).setOnes();
    return rows;
}

Matrix NativeSearch::asIndex(Matrix rows, const RunContext &context) const
{
    if (m_items.similarity != IndexSimilarity::euclidean)
        return asQueries(std::move(rows), context);
    // An additional column −½‖v‖² makes products rank like distances: ‖q − v‖² = ‖q‖² − 2(⟨q, v⟩ − ½‖v‖²).
    const VectorD squares = rows.cast<double>().rowwise().squaredNorm();
    rows.conservativeResize(Eigen::NoChange, rows.cols() + 1);
    rows.rightCols(1) = (-0.5 * squares).cast<float>();
    return rows;
}

Matrix NativeSearch::translatedRows(std::span<const ItemIndex> places, const Adapter &adapter,
                                    const RunContext &context) const
{
    return adapted(rowsAt(places, m_items.source, m_items.ofSource, context), adapter, context);
}

Retained NativeSearch::retainedBy(const Adapter &adapter, Index count, const RunContext &context) const
{
    if (!m_reference)
        return {};
    const auto asking = std::span(m_queries).first(std::min(m_queries.size(), static_cast<std::size_t>(count)));
    const Matrix translated = asQueries(translatedRows(asking, adapter, context.withoutRanks()), context);
    QueryLists inTranslated(m_own.topRows(translated.rows()), asking), inOwn(translated, asking);
    const auto search = [&](std::span<const ItemIndex> places, const RunContext &part) {
        return inTranslated.addBlock(asIndex(translatedRows(places, adapter, part), part), places.front(),
                                     part.part(0.2, 0.6)) &&
               inOwn.addBlock(asIndex(ownRows(places, part), part), places.front(), part.part(0.6, 1));
    };
    if (!forPlaces(std::ssize(m_items.ofSource), context, search))
        return {};
    return {compared(inTranslated.found(context.communicator), *m_reference),
            compared(inOwn.found(context.communicator), *m_reference)};
}

} // namespace anchorscope
