// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/framefile.h"

#include "io/dataset/datasetfile.h"
#include "io/formats/format.h"
#include "io/text/itemfinder.h"

#include <algorithm>
#include <limits>

namespace anchorscope::io {

namespace {

Result<ItemCoordinates> byRow(const EmbeddingSet &set, const ItemTable &items, ItemCoordinates frame)
{
    if (set.size() != items.count)
        return Error(ErrorCode::differentCounts, "expected coordinates of " + std::to_string(items.count) +
                                                     " items, found " + std::to_string(set.size()) +
                                                     " rows; give an id in each row, or the same number of rows");
    frame.points = set.vectors;
    return frame;
}

Result<ItemCoordinates> byId(const EmbeddingSet &set, const ItemTable &items, ItemCoordinates frame,
                             std::vector<std::string> &warnings)
{
    frame.points = Matrix::Constant(items.count, 2, std::numeric_limits<float>::quiet_NaN());
    const ItemFinder finder(items);
    Index found = 0;
    for (Index row = 0; row < set.size(); ++row) {
        const ItemIndex item = finder.find(set.items->ids[static_cast<std::size_t>(row)]);
        if (item == noItem)
            continue;
        frame.points.row(item) = set.vectors.row(row);
        ++found; // ids of a file are different
    }
    if (found == 0)
        return Error(ErrorCode::noMatchingIds, "none of its ids is one of the items: expected " + finder.expected() +
                                                   ", found “" + set.items->ids.front() + "”; give the same ids");
    if (found < set.size())
        warnings.push_back("Rows of the coordinates “" + frame.name +
                           "” whose ids no item has: " + std::to_string(set.size() - found) + ".");
    if (found < items.count)
        warnings.push_back("Items without coordinates in “" + frame.name + "”: " + std::to_string(items.count - found) +
                           ".");
    return frame;
}

} // namespace

Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context)
{
    const auto opened = openFile(path, {}, context);
    if (!opened)
        return opened.error();
    const EmbeddingSet &set = *opened->dataset.spaces.front();
    if (opened->dataset.spaces.size() != 1 || set.dimension() != 2)
        return Error(ErrorCode::badDataset, "expected coordinates in a plane, x and y of each item, found " +
                                                std::to_string(opened->dataset.spaces.size()) + " space of " +
                                                std::to_string(set.dimension()) +
                                                " dimensions; keep an id, x and y in the file")
            .in(path);
    ItemCoordinates frame{stemOf(path), {}, {}};
    auto placed =
        set.items->hasIds() ? byId(set, items, std::move(frame), warnings) : byRow(set, items, std::move(frame));
    return placed ? std::move(placed) : placed.error().in(path);
}

void addFrame(Dataset &dataset, ItemCoordinates frame)
{
    auto items = std::make_shared<ItemTable>(*dataset.items);
    std::erase_if(items->frames, [&](const ItemCoordinates &each) { return each.name == frame.name; });
    items->frames.push_back(std::move(frame));
    dataset.items = items;
    for (auto &space : dataset.spaces) {
        auto changed = std::make_shared<EmbeddingSet>(*space);
        changed->items = dataset.items;
        space = std::move(changed);
    }
}

} // namespace anchorscope::io
