// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/embeddingset.h"

#include "core/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope {

std::string ItemTable::name(ItemIndex item) const
{
    return hasIds() ? ids[static_cast<std::size_t>(item)] : "row " + std::to_string(item);
}

std::string ItemTable::labelName(ItemIndex item) const
{
    if (!hasLabels())
        return {};
    const std::int32_t label = labels[static_cast<std::size_t>(item)];
    if (label < 0)
        return {};
    return static_cast<std::size_t>(label) < labelNames.size() ? labelNames[static_cast<std::size_t>(label)]
                                                               : std::to_string(label);
}

std::shared_ptr<const EmbeddingSet> Dataset::space(const std::string &name) const
{
    const auto found = std::find_if(spaces.begin(), spaces.end(), [&](const auto &set) { return set->name == name; });
    return found == spaces.end() ? nullptr : *found;
}

std::shared_ptr<const ItemTable> someItems(const ItemTable &items, const std::vector<Index> &rows)
{
    auto table = std::make_shared<ItemTable>();
    table->count = static_cast<Index>(rows.size());
    table->rowsLeftOut = items.rowsLeftOut;
    table->drawn = items.drawn;
    table->labelNames = items.labelNames;
    const Thumbnails &images = items.thumbnails;
    if (!images.empty())
        table->thumbnails = {images.height, images.width, images.channels, {}};
    for (const Index row : rows) {
        const auto at = static_cast<std::size_t>(row);
        if (items.hasIds())
            table->ids.push_back(items.ids[at]);
        if (items.hasLabels())
            table->labels.push_back(items.labels[at]);
        if (!items.parts.empty())
            table->parts.push_back(items.parts[at]);
        if (!images.empty()) {
            const std::uint8_t *pixels = images.of(static_cast<ItemIndex>(row));
            table->thumbnails.pixels.insert(table->thumbnails.pixels.end(), pixels, pixels + images.bytesPerItem());
        }
    }
    for (const ItemColumn &column : items.columns)
        table->columns.push_back(column.at(rows));
    for (const ItemCoordinates &coordinates : items.frames)
        table->frames.push_back({coordinates.name, coordinates.space, coordinates.points(rows, allIndices)});
    return table;
}

DirectedSpaces withDirections(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces)
{
    const Index items = spaces.front()->size();
    std::vector<Index> kept;
    for (Index i = 0; i < items; ++i) {
        if (std::ranges::none_of(spaces, [&](const auto &space) { return (space->vectors.row(i).array() == 0).all(); }))
            kept.push_back(i);
    }
    if (std::ssize(kept) == items)
        return {spaces, 0};
    const auto table = someItems(*spaces.front()->items, kept);
    DirectedSpaces directed{{}, items - std::ssize(kept)};
    for (const auto &space : spaces)
        directed.spaces.push_back(std::make_shared<EmbeddingSet>(
            EmbeddingSet{space->name, space->model, space->storedType, space->vectors(kept, allIndices), table}));
    return directed;
}

std::shared_ptr<const EmbeddingSet> firstItems(const std::shared_ptr<const EmbeddingSet> &set, Index count)
{
    if (set->size() <= count)
        return set;
    std::vector<Index> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), Index{0});
    auto result = std::make_shared<EmbeddingSet>();
    result->name = set->name;
    result->model = set->model;
    result->storedType = set->storedType;
    result->vectors = set->vectors.topRows(count);
    result->items = someItems(*set->items, rows);
    return result;
}

namespace {

struct FactsOfBlock
{
    std::vector<ItemIndex> zero, nonFinite;
    double normSum = 0;
    bool allEqualFirst = true;
};

FactsOfBlock inspectBlock(const MatrixView &rows, Index begin, const MatrixView &firstRow)
{
    FactsOfBlock block;
    for (Index i = 0; i < rows.rows(); ++i) {
        const double norm = std::sqrt(rows.row(i).cast<double>().squaredNorm());
        if (!std::isfinite(norm)) // squares of finite float32 do not overflow as float64
            block.nonFinite.push_back(static_cast<ItemIndex>(begin + i));
        else if (norm == 0)
            block.zero.push_back(static_cast<ItemIndex>(begin + i));
        else
            block.normSum += norm;
        block.allEqualFirst = block.allEqualFirst && rows.row(i) == firstRow.row(0);
    }
    return block;
}

template <class RowsAt> SpaceFacts inspectBlocks(Index n, const RowsAt &rowsAt)
{
    SpaceFacts facts;
    facts.allRowsEqual = n > 1;
    if (n == 0)
        return facts;
    const Matrix firstRow = rowsAt(0, 1);
    const auto blocks = mapBlocks(
        n, 1024, [&](Index begin, Index end) { return inspectBlock(rowsAt(begin, end - begin), begin, firstRow); });
    for (const FactsOfBlock &block : blocks) {
        facts.zeroRows.insert(facts.zeroRows.end(), block.zero.begin(), block.zero.end());
        facts.nonFiniteRows.insert(facts.nonFiniteRows.end(), block.nonFinite.begin(), block.nonFinite.end());
        facts.normMean += block.normSum;
        facts.allRowsEqual = facts.allRowsEqual && block.allEqualFirst;
    }
    const auto finite = static_cast<double>(n) - static_cast<double>(facts.nonFiniteRows.size());
    facts.normMean = finite > 0 ? facts.normMean / finite : 0;
    return facts;
}

} // namespace

SpaceFacts inspect(const Matrix &vectors)
{
    return inspectBlocks(vectors.rows(), [&](Index first, Index count) { return vectors.middleRows(first, count); });
}

namespace {

/// Converts row numbers within the range of each MPI rank to item numbers, and gathers them on all ranks.
std::vector<ItemIndex> gatheredItems(const std::vector<ItemIndex> &ownRows, Index items, Communicator &communicator)
{
    std::vector<std::uint8_t> among(static_cast<std::size_t>(items));
    for (const ItemIndex row : ownRows)
        among[static_cast<std::size_t>(ownShare(items, communicator).first + row)] = 1;
    allGather(communicator, among.data(), items);
    std::vector<ItemIndex> found;
    for (std::size_t item = 0; item < among.size(); ++item) {
        if (among[item])
            found.push_back(static_cast<ItemIndex>(item));
    }
    return found;
}

struct FactsOfRank
{
    double normSum = 0;
    bool allRowsEqual = false;
};

} // namespace

SpaceFacts inspect(const EmbeddingSet &set)
{
    if (set.stored)
        return inspectBlocks(set.size(), [&](Index first, Index count) { return set.stored->rows(first, count); });
    if (!set.distributed)
        return inspect(set.vectors);
    Communicator &communicator = *set.distributed->communicator;
    SpaceFacts facts = inspect(set.distributed->own);
    const auto finite =
        static_cast<double>(set.distributed->own.rows()) - static_cast<double>(facts.nonFiniteRows.size());
    std::vector<FactsOfRank> ofRanks(static_cast<std::size_t>(communicator.size()));
    ofRanks[static_cast<std::size_t>(communicator.rank())] = {facts.normMean * finite, facts.allRowsEqual};
    allGather(communicator, ofRanks.data(), communicator.size());
    std::vector<ItemIndex> firstOfRanks;
    for (int rank = 0; rank < communicator.size(); ++rank)
        firstOfRanks.push_back(static_cast<ItemIndex>(shareOf(set.size(), rank, communicator.size()).first));
    const Matrix firstRows = gatheredRows(*set.distributed, firstOfRanks);
    facts.allRowsEqual = (firstRows.rowwise() - firstRows.row(0)).isZero(0);
    facts.normMean = 0;
    for (const FactsOfRank &each : ofRanks) {
        facts.normMean += each.normSum;
        facts.allRowsEqual = facts.allRowsEqual && each.allRowsEqual;
    }
    facts.zeroRows = gatheredItems(facts.zeroRows, set.size(), communicator);
    facts.nonFiniteRows = gatheredItems(facts.nonFiniteRows, set.size(), communicator);
    facts.normMean /= std::max(1.0, static_cast<double>(set.size()) - static_cast<double>(facts.nonFiniteRows.size()));
    return facts;
}

} // namespace anchorscope
