// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/neighbours/partners.h"

#include "core/neighbours/neighbours.h"
#include "core/parallel.h"
#include "core/projection/relative.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace anchorscope {

namespace {

/// The best partner of one item so far.
struct Best
{
    float value = -std::numeric_limits<float>::infinity();
    ItemIndex item = noItem;

    void offer(float candidate, ItemIndex other)
    {
        if (candidate > value || (candidate == value && other < item)) {
            value = candidate;
            item = other;
        }
    }
};

/// Candidates by rising penalty (½ r_j), so that those that an item's list may lack come first: a missing candidate's
/// similarity is at most t, the last one of the list, so it can only win where t − ½ r_j reaches the best of the list.
class ByPenalty
{
public:
    explicit ByPenalty(const std::vector<float> &penalty) : m_order(penalty.size())
    {
        std::iota(m_order.begin(), m_order.end(), 0);
        std::ranges::stable_sort(m_order, {}, [&](ItemIndex j) { return penalty[static_cast<std::size_t>(j)]; });
        for (const ItemIndex j : m_order)
            m_penalty.push_back(penalty[static_cast<std::size_t>(j)]);
    }

    const std::vector<ItemIndex> &order() const { return m_order; }
    float penalty(Index place) const { return m_penalty[static_cast<std::size_t>(place)]; }
    /// How many of the first can win.
    Index canWin(float t, float best) const
    {
        const auto wins = [&](float penalty) { return t - penalty >= best; };
        return std::ranges::partition_point(m_penalty, wins) - m_penalty.begin();
    }

private:
    std::vector<ItemIndex> m_order;
    std::vector<float> m_penalty;
};

/// One side of the search. Rows that seek partners come first.
struct Side
{
    MatrixView rows;
    Index seekers;
    const std::vector<ItemIndex> *items = nullptr; ///< of each row; none where they are the rows

    Index others() const { return rows.rows() - seekers; }
    ItemIndex itemOf(ItemIndex row) const { return items ? (*items)[static_cast<std::size_t>(row)] : row; }
};

/// An item whose list does not decide its partner.
struct Undecided
{
    ItemIndex row;
    Best best;    ///< of its list
    Index wanted; ///< candidates by rising penalty that it has to be compared with
};

/// Compares them with the candidates that can win. False if cancelled.
bool compare(const Side &seekers, std::vector<Undecided> undecided, const Side &candidates, const ByPenalty &byPenalty,
             std::vector<ItemIndex> &partners, const RunContext &context)
{
    std::ranges::stable_sort(undecided, std::greater<>(), &Undecided::wanted);
    std::vector<ItemIndex> rows;
    std::vector<Index> wanted;
    for (const Undecided &one : undecided) {
        rows.push_back(one.row);
        wanted.push_back(one.wanted);
    }
    const auto onRows = [&](const Tile &tile) {
        for (Index i = 0; i < tile.rows; ++i) {
            Best &best = undecided[static_cast<std::size_t>(tile.firstRow + i)].best;
            const float *values = tile.line(i);
            for (Index j = 0; j < tile.columns; ++j) {
                const Index place = tile.firstColumn + j;
                best.offer(values[j] - byPenalty.penalty(place),
                           candidates.itemOf(byPenalty.order()[static_cast<std::size_t>(place)]));
            }
        }
    };
    const Matrix ordered = rowsOf(candidates.rows, byPenalty.order(), context).topRows(wanted.front());
    if (!forLeadingTiles(rowsOf(seekers.rows, rows), ordered, wanted, onRows, context))
        return false;
    for (const Undecided &one : undecided)
        partners[static_cast<std::size_t>(seekers.itemOf(one.row))] = one.best.item;
    return true;
}

/// Partners of the seekers among all candidates; noItem for the other items.
std::optional<std::vector<ItemIndex>> partnersOf(const Side &seekers, const NearestLists &lists, const Side &candidates,
                                                 const std::vector<float> &penalty, const RunContext &context)
{
    const ByPenalty byPenalty(penalty);
    std::vector<ItemIndex> partners(static_cast<std::size_t>(seekers.rows.rows()), noItem);
    std::vector<Undecided> undecided;
    for (Index row = 0; row < seekers.seekers; ++row) {
        const auto list = lists.of(row);
        Best best;
        for (const Neighbour &neighbour : list)
            best.offer(neighbour.similarity - penalty[static_cast<std::size_t>(neighbour.item)],
                       candidates.itemOf(neighbour.item));
        partners[static_cast<std::size_t>(seekers.itemOf(static_cast<ItemIndex>(row)))] = best.item;
        const bool complete = static_cast<Index>(list.size()) == candidates.rows.rows();
        const Index wanted = complete ? 0 : byPenalty.canWin(list.back().similarity, best.value);
        if (wanted > 0)
            undecided.push_back({static_cast<ItemIndex>(row), best, wanted});
    }
    if (!undecided.empty() && !compare(seekers, std::move(undecided), candidates, byPenalty, partners, context))
        return std::nullopt;
    return partners;
}

/// The nearest rows of each side among those of the other that it was compared with.
class BothLists
{
public:
    BothLists(const Side &x, const Side &y, Index neighbours)
        : m_x(x), m_y(y), m_neighbours(neighbours), m_ofX(x.rows.rows(), std::min(neighbours, y.rows.rows()), {}),
          m_ofY(y.rows.rows(), std::min(neighbours, x.rows.rows()), {})
    {
    }

    /// Every row with the seekers of the other side: first seekers with seekers, which alone decide the penalties of
    /// seekers. False if cancelled.
    bool collect(const RunContext &context)
    {
        const Index compared = m_x.rows.rows() * m_y.rows.rows() - m_x.others() * m_y.others();
        const auto total = static_cast<double>(std::max<Index>(1, compared));
        const double first = static_cast<double>(m_x.seekers * m_y.seekers) / total;
        const double second = first + static_cast<double>(m_x.seekers * m_y.others()) / total;
        if (!add(0, m_x.seekers, 0, m_y.seekers, context.part(0, first)))
            return false;
        m_penaltyOfX = penalties(m_ofX);
        m_penaltyOfY = penalties(m_ofY);
        if (!add(0, m_x.seekers, m_y.seekers, m_y.others(), context.part(first, second)) ||
            !add(m_x.seekers, m_x.others(), 0, m_y.seekers, context.part(second, 1)))
            return false;
        takeOthers(m_ofX, m_x.seekers, m_penaltyOfX);
        takeOthers(m_ofY, m_y.seekers, m_penaltyOfY);
        return true;
    }

    const NearestLists &ofX() const { return m_ofX; }
    const NearestLists &ofY() const { return m_ofY; }
    const std::vector<float> &penaltyOfX() const { return m_penaltyOfX; }
    const std::vector<float> &penaltyOfY() const { return m_penaltyOfY; }

private:
    bool add(Index firstX, Index rowsOfX, Index firstY, Index rowsOfY, const RunContext &context)
    {
        if (rowsOfX == 0 || rowsOfY == 0)
            return true;
        const auto placed = [&](Tile tile) {
            tile.firstRow += firstX;
            tile.firstColumn += firstY;
            return tile;
        };
        return forTiles(
            m_x.rows.middleRows(firstX, rowsOfX), m_y.rows.middleRows(firstY, rowsOfY),
            [&](const Tile &tile) { m_ofX.addRows(placed(tile)); },
            [&](const Tile &tile) { m_ofY.addColumns(placed(tile)); }, context);
    }

    std::vector<float> penalties(NearestLists lists) const
    {
        lists.finish();
        return lists.halfMeanSimilarity(m_neighbours);
    }

    void takeOthers(NearestLists &lists, Index seekers, std::vector<float> &penalty) const
    {
        lists.finish();
        const std::vector<float> all = lists.halfMeanSimilarity(m_neighbours);
        std::copy(all.begin() + seekers, all.end(), penalty.begin() + seekers);
    }

    const Side &m_x, &m_y;
    Index m_neighbours;
    NearestLists m_ofX, m_ofY;
    std::vector<float> m_penaltyOfX, m_penaltyOfY;
};

std::optional<CslsPartners> partnersOfSides(const Side &x, const Side &y, Index neighbours, const RunContext &context)
{
    BothLists lists(x, y, neighbours);
    if (!lists.collect(context.part(0, 0.7)))
        return std::nullopt;
    auto yOfX = partnersOf(x, lists.ofX(), y, lists.penaltyOfY(), context.part(0.7, 0.85));
    auto xOfY = yOfX ? partnersOf(y, lists.ofY(), x, lists.penaltyOfX(), context.part(0.85, 1)) : std::nullopt;
    if (!xOfY)
        return std::nullopt;
    return CslsPartners{std::move(*yOfX), std::move(*xOfY)};
}

/// All items, those that seek partners first.
std::vector<ItemIndex> seekersFirst(const std::vector<bool> &seeks)
{
    std::vector<ItemIndex> items(seeks.size());
    std::iota(items.begin(), items.end(), 0);
    std::ranges::stable_partition(items, [&](ItemIndex i) { return seeks[static_cast<std::size_t>(i)]; });
    return items;
}

} // namespace

std::vector<ItemIndex> CslsPartners::mutualItemsOfX() const
{
    std::vector<ItemIndex> mutual;
    for (std::size_t i = 0; i < yOfX.size(); ++i) {
        if (xOfY[static_cast<std::size_t>(yOfX[i])] == static_cast<ItemIndex>(i))
            mutual.push_back(static_cast<ItemIndex>(i));
    }
    return mutual;
}

std::optional<CslsPartners> cslsPartners(const Matrix &x, const Matrix &y, Index neighbours, const RunContext &context)
{
    return partnersOfSides({x, x.rows()}, {y, y.rows()}, neighbours, context);
}

std::optional<CslsPartners> cslsPartners(const Matrix &x, const Matrix &y, Index neighbours, const Seekers &seekers,
                                         const RunContext &context)
{
    const std::vector<ItemIndex> itemsOfX = seekersFirst(seekers.ofX), itemsOfY = seekersFirst(seekers.ofY);
    const Matrix rowsOfX = rowsOf(x, itemsOfX, context), rowsOfY = rowsOf(y, itemsOfY, context);
    return partnersOfSides({rowsOfX, std::ranges::count(seekers.ofX, true), &itemsOfX},
                           {rowsOfY, std::ranges::count(seekers.ofY, true), &itemsOfY}, neighbours, context);
}

} // namespace anchorscope
