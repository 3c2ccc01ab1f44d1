// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/framefile.h"

#include "io/dataset/datasetfile.h"
#include "io/dataset/finish.h"
#include "io/formats/format.h"
#include "io/roles/part.h"
#include "io/text/itemfinder.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace anchorscope::io {

namespace {

Result<ItemCoordinates> byRow(const EmbeddingSet &set, const ItemTable &items, ItemCoordinates frame)
{
    if (set.size() != items.count)
        return Error(ErrorCode::differentCounts,
                     sentence("expected coordinates of ", items.count, " items, found ", set.size(),
                              " rows; give an id in each row, or the same number of rows"));
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
        ++found; // ids in a file are distinct, so no item is counted twice
    }
    if (found == 0)
        return Error(ErrorCode::noMatchingIds,
                     sentence("none of its ids is one of the items: expected ", finder.expected(), ", found “",
                              set.items->ids.front(), "”; give the same ids"));
    if (found < set.size())
        warnings.push_back("Rows of the coordinates “" + frame.name +
                           "” whose ids no item has: " + std::to_string(set.size() - found) + ".");
    if (found < items.count)
        warnings.push_back("Items without coordinates in “" + frame.name + "”: " + std::to_string(items.count - found) +
                           ".");
    return frame;
}

void swapAxes(Dataset &dataset)
{
    auto swapped = std::make_shared<EmbeddingSet>(*dataset.spaces.front());
    swapped->vectors.col(0).swap(swapped->vectors.col(1));
    dataset.spaces.front() = std::move(swapped);
}

/// Returns the columns of a table that are named like axes: “x” and “y”, or “UMAP_1” and “UMAP_2”. Nullopt if no
/// columns or several pairs have such names, or if the table has a third axis.
std::optional<std::array<std::size_t, 2>> namedAxes(const std::vector<Part> &columns)
{
    constexpr std::array axes = {"xy", "12", "01"};
    std::optional<std::array<std::size_t, 2>> found;
    for (std::size_t first = 0; first < columns.size(); ++first) {
        const std::string name = lastComponent(columns[first].name);
        const auto pair = name.empty() ? axes.end() : std::ranges::find(axes, name.back(), [](auto a) { return a[0]; });
        if (pair == axes.end())
            continue;
        const std::string stem = name.substr(0, name.size() - 1);
        std::vector<std::size_t> seconds;
        std::size_t family = 0;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string other = lastComponent(columns[i].name);
            family += other.size() == name.size() && other.starts_with(stem) && columns[i].facts.isNumeric();
            if (other == stem + (*pair)[1])
                seconds.push_back(i);
        }
        if (seconds.size() != 1 || family != 2)
            continue;
        if (found)
            return std::nullopt;
        found = {first, seconds.front()};
    }
    return found;
}

} // namespace

Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context)
{
    OpenOptions options;
    const auto axes = namedAxes(tableColumns(path));
    if (axes)
        options.columns = "vector=#" + std::to_string((*axes)[0] + 1) + ",vector=#" + std::to_string((*axes)[1] + 1);
    auto opened = openFile(path, options, context);
    if (!opened)
        return opened.error();
    if (axes && (*axes)[1] < (*axes)[0] && opened->dataset.spaces.front()->dimension() == 2)
        swapAxes(opened->dataset);
    const EmbeddingSet &set = *opened->dataset.spaces.front();
    if (opened->dataset.spaces.size() != 1 || set.dimension() != 2)
        return Error(ErrorCode::badDataset, sentence("expected coordinates in a plane, x and y of each item, found ",
                                                     opened->dataset.spaces.size(), " space of ", set.dimension(),
                                                     " dimensions; keep an id, x and y in the file"))
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
    shareItems(dataset, std::move(items));
}

} // namespace anchorscope::io
