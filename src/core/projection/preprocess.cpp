// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/projection/preprocess.h"

#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/ranks/runaids.h"

namespace anchorscope {

namespace {

constexpr CenteringChoice choices[] = {
    {Centering::none, "none", "No centring"},
    {Centering::center, "center", "Centred"},
    {Centering::standardize, "standardize", "Standardised"},
};

constexpr Index blockRows = blockOfShares;

/// Rows to take sums over: all there are, or a rank's share of them.
struct SummedRows
{
    const Matrix &own;
    Index items;
    bool ofRanks;
};

/// The sums of all ranks' blocks, in their order. Shares end where blocks do.
MatrixD gatheredSums(const std::vector<VectorD> &own, Index items, Index columns)
{
    Communicator &ranks = *RunAids::ranks();
    const auto blocksOf = [](Index rows) { return (rows + blockRows - 1) / blockRows; };
    MatrixD sums(blocksOf(items), columns);
    std::vector<std::size_t> sizes;
    for (int rank = 0; rank < ranks.size(); ++rank)
        sizes.push_back(static_cast<std::size_t>(blocksOf(shareOf(items, rank, ranks.size()).count) * columns) *
                        sizeof(double));
    const Index first = ownShare(items, ranks).first / blockRows;
    for (std::size_t i = 0; i < own.size(); ++i)
        sums.row(first + static_cast<Index>(i)) = own[i];
    ranks.gather(reinterpret_cast<std::byte *>(sums.data()), sizes);
    return sums;
}

/// Sum over rows of f(row), in float64, reduced in the order of blocks. Zero if cancelled.
template <class RowFunction> VectorD sumOverRows(const SummedRows &rows, const RunContext &context, RowFunction f)
{
    const Index columns = rows.own.cols();
    const auto sums = mapBlocks(
        rows.own.rows(), blockRows,
        [&](Index begin, Index end) {
            VectorD sum = VectorD::Zero(columns);
            for (Index i = begin; i < end; ++i)
                f(sum, rows.own.row(i).cast<double>().transpose());
            return sum;
        },
        context);
    VectorD total = VectorD::Zero(columns);
    if (!sums)
        return total;
    if (rows.ofRanks) {
        const MatrixD all = gatheredSums(*sums, rows.items, columns);
        for (Index block = 0; block < all.rows(); ++block)
            total += all.row(block).transpose();
    } else {
        for (const VectorD &sum : *sums)
            total += sum;
    }
    return total;
}

struct Statistics
{
    VectorD mean, scale;
};

Statistics statisticsOf(const SummedRows &rows, Centering centering, const RunContext &context)
{
    const auto counted = static_cast<double>(rows.items);
    const Index columns = rows.own.cols();
    Statistics found{VectorD::Zero(columns), VectorD::Ones(columns)};
    if (centering != Centering::none)
        found.mean = sumOverRows(rows, context, [](VectorD &sum, const auto &row) { sum += row; }) / counted;
    if (centering == Centering::standardize) {
        found.scale =
            (sumOverRows(rows, context,
                         [&](VectorD &sum, const auto &row) { sum.array() += (row - found.mean).array().square(); }) /
             counted)
                .cwiseSqrt();
        // A constant dimension carries nothing: it is zero after centring and must not become 0 / 0.
        found.scale = (found.scale.array() > 0).select(found.scale, 1);
    }
    return found;
}

/// The rows in place of the vectors, of which nothing else is known yet. The zero rows are those of `vectors`.
PreparedSpace preparedBy(const Statistics &statistics, Matrix vectors, Centering centering, const RunContext &context)
{
    PreparedSpace space;
    space.centering = centering;
    space.rows = std::move(vectors);
    space.norms.setZero(space.rows.rows());
    forBlocks(
        space.rows.rows(), blockRows,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                space.rows.row(i) = ((space.rows.row(i).cast<double>().transpose() - statistics.mean).array() /
                                     statistics.scale.array())
                                        .cast<float>()
                                        .transpose();
                space.norms[i] = static_cast<float>(space.rows.row(i).cast<double>().norm());
            }
        },
        context);
    space.zeroRows = normaliseRows(space.rows, context);
    space.mean = statistics.mean.cast<float>();
    space.scale = statistics.scale.cast<float>();
    return space;
}

/// What each rank knows of its own rows, for all.
void gatherFacts(PreparedSpace &space, Index items)
{
    Communicator &ranks = *RunAids::ranks();
    const Index first = ownShare(items, ranks).first;
    Vector norms(items);
    norms.segment(first, space.norms.size()) = space.norms;
    gatherShares(ranks, norms.data(), items);
    space.norms = std::move(norms);
    std::vector<std::uint8_t> isZero(static_cast<std::size_t>(items));
    for (const ItemIndex row : space.zeroRows)
        isZero[static_cast<std::size_t>(first + row)] = 1;
    gatherShares(ranks, isZero.data(), items);
    space.zeroRows.clear();
    for (std::size_t item = 0; item < isZero.size(); ++item) {
        if (isZero[item])
            space.zeroRows.push_back(static_cast<ItemIndex>(item));
    }
}

} // namespace

std::span<const CenteringChoice> centeringChoices()
{
    return choices;
}

const char *centeringId(Centering centering)
{
    return choices[static_cast<std::size_t>(centering)].id;
}

PreparedSpace prepare(Matrix vectors, Centering centering, const RunContext &context)
{
    const Statistics statistics = statisticsOf({vectors, vectors.rows(), false}, centering, context);
    return preparedBy(statistics, std::move(vectors), centering, context);
}

PreparedSpace prepareBy(const Matrix &statistics, Matrix vectors, Centering centering, const RunContext &context)
{
    return preparedBy(statisticsOf({statistics, statistics.rows(), false}, centering, context), std::move(vectors),
                      centering, context);
}

PreparedSpace prepare(SpreadRows vectors, Centering centering, const RunContext &context)
{
    const Statistics statistics = statisticsOf({vectors.own, vectors.items, true}, centering, context);
    PreparedSpace space = preparedBy(statistics, std::move(vectors.own), centering, context);
    space.spread = SpreadRows{std::move(space.rows), vectors.items};
    gatherFacts(space, vectors.items);
    return space;
}

} // namespace anchorscope
