// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/keptrows.h"

#include "core/data/everyindex.h"
#include "io/formats/format.h"
#include "io/formats/rowsample.h"

namespace anchorscope::io {

void shareItems(Dataset &dataset, std::shared_ptr<const ItemTable> items)
{
    dataset.items = std::move(items);
    for (auto &space : dataset.spaces) {
        auto sharing = std::make_shared<EmbeddingSet>(*space);
        sharing->items = dataset.items;
        space = std::move(sharing);
    }
}

void markRows(OpenedFile &opened)
{
    const bool drawnById = opened.dataset.items->hasIds() && opened.drawn.from > 0;
    if (opened.badRows + opened.duplicates == 0 && opened.drawn.from == 0)
        return;
    // The table was made for this file, and nobody else has it yet; sharing a changed copy would copy the vectors.
    ItemTable &items = *std::const_pointer_cast<ItemTable>(opened.dataset.items);
    items.rowsLeftOut = opened.badRows + opened.duplicates > 0 || drawnById;
    items.drawn = opened.drawn;
}

void keepFirstRows(Dataset &dataset, Index rows)
{
    for (auto &space : dataset.spaces)
        space = firstItems(space, rows);
    shareItems(dataset, dataset.spaces.front()->items);
}

void drawRows(OpenedFile &opened, const OpenOptions &options)
{
    Dataset &dataset = opened.dataset;
    const Index all = dataset.items->count;
    if (!options.sample || options.maxRows <= 0 || options.maxRows >= all)
        return;
    const std::vector<Index> rows = sampleRows(all, dataset.items->ids, options.maxRows, options.sampleSeed);
    const auto items = someItems(*dataset.items, rows);
    for (auto &space : dataset.spaces) {
        auto drawn = std::make_shared<EmbeddingSet>(
            EmbeddingSet{space->name, space->model, space->storedType, space->vectors(rows, allIndices), items});
        space = std::move(drawn);
    }
    dataset.items = items;
    noteSample(opened, options.maxRows, {all, options.sampleSeed});
}

void keepStored(Dataset &dataset, const OpenOptions &options)
{
    for (auto &space : dataset.spaces) {
        if (!staysStored(options) || space->vectors.size() == 0)
            continue;
        EmbeddingSet set{space->name, space->model, space->storedType, {}, space->items};
        // The set was made for this file, and nobody else has it yet.
        const auto numbers =
            std::make_shared<const Matrix>(std::move(std::const_pointer_cast<EmbeddingSet>(space)->vectors));
        set.stored =
            StoredRows(numbers, std::as_bytes(std::span(numbers->data(), static_cast<std::size_t>(numbers->size()))),
                       StoredNumber::float32, numbers->cols());
        space = std::make_shared<EmbeddingSet>(std::move(set));
    }
}

void keepShares(Dataset &dataset, const OpenOptions &options, Communicator *communicator)
{
    for (auto &space : dataset.spaces) {
        if (!options.distributed || space->distributed || !enoughToDistribute(space->size(), communicator->size()))
            continue;
        auto share = std::make_shared<EmbeddingSet>(EmbeddingSet{
            space->name, space->model, space->storedType, {}, space->items, distribute(space->vectors, *communicator)});
        space = std::move(share);
    }
}

} // namespace anchorscope::io
