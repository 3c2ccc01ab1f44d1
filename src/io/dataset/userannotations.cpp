// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/userannotations.h"

#include "core/plaintext.h"
#include "io/arrays/anchorscopedataset.h"
#include "io/dataset/datasetfile.h"
#include "io/dataset/finish.h"
#include "io/dataset/itemfile.h"
#include "io/files/inputfile.h"
#include "io/formats/format.h"
#include "io/formats/itemmetadata.h"
#include "io/hdf5/hdf5frame.h"
#include "io/hdf5/hdf5reader.h"
#include "io/roles/itemlines.h"
#include "io/roles/part.h"
#include "io/text/csv.h"
#include "io/text/itemfinder.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <set>

namespace anchorscope::io {

namespace {

constexpr std::string_view ofSpaces = "/spaces/", ofLabels = "/items/labels/";

Result<bool> isDataset(const std::string &path)
{
    const auto file = openInput(path);
    const auto hdf5 = file ? isHdf5(*file) : Result<bool>(file.error());
    if (!hdf5 || !*hdf5)
        return hdf5;
    const auto content = readHdf5(*file, {.path = path});
    return content ? Result(isAnchorscopeDataset(*content)) : content.error();
}

Result<std::vector<std::string_view>> stringsOf(const Hdf5Content &content, const std::string &path,
                                                const std::string &list)
{
    const frame::Node *node = content.find(list);
    const auto bad = [&](const std::string &message) { return Error(ErrorCode::badDataset, message).in(path, list); };
    if (!node)
        return bad("this list is missing; add it, or name a file of two columns");
    if (!node->problem.empty())
        return nodeError(path, *node);
    if (!node->loaded || node->element != frame::Element::string || node->shape.size() != 1)
        return bad("expected a list of strings, one for each id");
    if (!hasSavedValues(content, *node))
        return Error(ErrorCode::damagedFile, "the values here are not those that were saved (their checksum differs)")
            .in(path, list);
    return content.strings(*node);
}

/// Reads a text for each item from a list of a dataset, by id; empty for items that the dataset lacks.
Result<std::vector<std::string>> textsOf(const std::string &path, const std::string &list, const ItemTable &items)
{
    const auto content = readHdf5({.path = path, .load = {"/items/id", list}});
    if (!content)
        return content.error();
    const auto ids = stringsOf(*content, path, "/items/id"), texts = stringsOf(*content, path, list);
    for (const auto *each : {&ids, &texts}) {
        if (!*each)
            return each->error();
    }
    if (texts->size() != ids->size())
        return Error(ErrorCode::badDataset, "expected one string for each of the ", ids->size(), " ids, found ",
                     texts->size())
            .in(path, list);
    const ItemFinder finder(items);
    std::vector<std::string> result(static_cast<std::size_t>(items.count));
    std::size_t known = 0;
    for (std::size_t row = 0; row < ids->size(); ++row) {
        const ItemIndex item = finder.find((*ids)[row]);
        if (item == noItem)
            continue;
        result[static_cast<std::size_t>(item)] = (*texts)[row];
        ++known;
    }
    if (known == 0)
        return Error(ErrorCode::unknownItem, "none of its ids is an item of the data; expected ", finder.expected())
            .in(path, "/items/id");
    return result;
}

Error whichLabels(const std::string &path)
{
    const auto content = readHdf5({.path = path});
    if (!content)
        return content.error();
    std::string known;
    for (const frame::Node &node : content->nodes()) {
        if (node.path.starts_with(ofLabels))
            known += (known.empty() ? "" : ", ") + node.path.substr(ofLabels.size());
    }
    return Error(ErrorCode::badDataset, known.empty()
                                            ? std::string("this dataset has no further labels (/items/labels)")
                                            : "specify the labels after a colon; there are " + known)
        .in(path);
}

std::optional<double> attributeNumber(const frame::Node &node, std::string_view name)
{
    const auto *values = attributeValues<double>(node, name);
    if (values && !values->empty() && std::isfinite(values->front()))
        return values->front();
    const auto whole = attributeInteger(node, name);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

Status addIds(const ItemLines &lines, std::size_t column, ItemTable &items)
{
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < lines.rows.size(); ++i) {
        const std::string_view id = withoutApostrophe(lines.rows[i][column]);
        const auto bad = [&](ErrorCode code, const std::string &message) {
            return Error(code, message).at(lines.unit + (' ' + std::to_string(i + lines.firstLine)));
        };
        if (id.empty())
            return bad(ErrorCode::badLine, "expected an id, found nothing");
        if (!seen.insert(id).second)
            return bad(ErrorCode::repeatedItem,
                       "the id “" + std::string(id) + "” occurs twice; each item needs its own id");
        items.ids.emplace_back(id);
    }
    return Done{};
}

/// Sorts lines, which have these `ids`, in the order of the ids that the rows have already. Error "bad-dataset" if the
/// rows have other ids, or if the lines contain nothing but ids.
Status sortByIds(ItemLines &lines, const std::vector<std::string> &ids, const ItemTable &rows)
{
    if (ids == rows.ids)
        return Done{};
    const ItemFinder finder(rows);
    const auto other = [&](const std::string &found) {
        return Error(ErrorCode::badDataset,
                     "the file of the vectors has ids of its own: expected a column of these, "
                     "such as “",
                     rows.ids.front(), "”, in any order, found ", found,
                     "; add these ids, or leave out those of the vectors (--columns ignore=NAME)");
    };
    if (lines.columns.size() == 1)
        return other("a list of names only");
    std::vector<std::vector<std::string>> sorted(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const ItemIndex row = finder.find(ids[i]);
        if (row == noItem)
            return other("“" + ids[i] + "”").at(lines.unit + (' ' + std::to_string(i + lines.firstLine)));
        sorted[static_cast<std::size_t>(row)] = std::move(lines.rows[i]);
    }
    lines.rows = std::move(sorted);
    return Done{};
}

/// Sets the ids of the items from a column, unless the items have ids: the lines are then sorted by these.
Status joinIds(ItemLines &lines, std::size_t column, ItemTable &items)
{
    ItemTable read;
    if (const Status added = addIds(lines, column, read); !added)
        return added;
    if (items.hasIds())
        return sortByIds(lines, read.ids, items);
    items.ids = std::move(read.ids);
    return Done{};
}

bool isIds(const Part &column)
{
    return column.facts.isText() && column.facts.isUnique();
}

/// Returns a column of row numbers by which the lines must be sorted, or null. Null if the lines are in order already,
/// or if no other column of distinct texts can be the ids. Row numbers in a column named like ids do not count.
const Part *otherOrder(const ItemLines &lines)
{
    const auto numbersRows = [&](const Part &each) {
        if (!each.facts.isWhole() || !each.facts.isUnique() || each.facts.running ||
            (isIdName(each.name) && !isIndexName(each.name)))
            return false;
        const auto column = static_cast<std::size_t>(&each - lines.columns.data());
        const auto rows = static_cast<float>(lines.rows.size());
        float least = rows, most = 0;
        for (const auto &row : lines.rows) {
            float number = -1;
            readField(row[column], number);
            least = std::min(least, number);
            most = std::max(most, number);
        }
        return (least == 0 || least == 1) && most - least == rows - 1;
    };
    const auto found = std::ranges::find_if(lines.columns, numbersRows);
    return found != lines.columns.end() && std::ranges::any_of(lines.columns, isIds) ? &*found : nullptr;
}

/// True if a column contains the row numbers of vectors, of which some may be wrong: whole numbers, most of them
/// different, called “row”, or at most twice the count in a JSON object of words and row numbers (`keyed`).
bool numbersVectors(const Part &column, const ItemLines &lines, bool keyed)
{
    if (!column.facts.isWhole() || column.facts.distinct * 2 <= lines.rows.size())
        return false;
    if (!keyed || lines.named || lines.columns.size() != 2)
        return toLower(column.name) == "row";
    const auto at = static_cast<std::size_t>(&column - lines.columns.data());
    return std::ranges::all_of(lines.rows, [&](const auto &row) {
        const auto number = wholeNumber(row[at]);
        return number && *number >= 0 && *number < 2 * std::ssize(lines.rows);
    });
}

/// Sorts lines by a column of row numbers, from 0 or 1. Error "bad-line" or "repeated-item" unless there is one line
/// for each row.
Status sortByRows(ItemLines &lines, std::size_t column)
{
    const auto count = std::ssize(lines.rows);
    std::vector<std::int64_t> numbers;
    for (const auto &row : lines.rows) {
        double number = -1;
        const bool whole = readValue(row[column], number) && std::floor(number) == number;
        numbers.push_back(whole && number >= 0 && number <= static_cast<double>(count) ? std::llround(number) : -1);
    }
    const std::int64_t first = std::ranges::count(numbers, 0) > 0 ? 0 : 1;
    TextRows sorted(lines.rows.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::string place = lines.unit + (' ' + std::to_string(i + lines.firstLine));
        const std::string name = columnName(lines.columns, column), &text = lines.rows[i][column];
        if (numbers[i] < first || numbers[i] >= first + count)
            return Error(ErrorCode::badLine, "expected row numbers from ", first, " to ", first + count - 1, " in ",
                         name, ", found “", text, "”")
                .at(place);
        auto &row = sorted[static_cast<std::size_t>(numbers[i] - first)];
        if (!row.empty())
            return Error(ErrorCode::repeatedItem, "the row ", text, " in ", name,
                         " occurs twice; expected one line for each row")
                .at(place);
        row = std::move(lines.rows[i]);
    }
    lines.rows = std::move(sorted);
    return Done{};
}

Result<ItemLines> linesOf(TextTable table, std::size_t rows)
{
    TextRows texts;
    for (CsvRecord &record : table.records) {
        texts.push_back(std::move(record.fields));
        if (texts.back().size() != texts.front().size())
            return Error(ErrorCode::badLine, "expected ", texts.front().size(), " columns, as in the first row, found ",
                         texts.back().size())
                .at("row " + std::to_string(record.line));
    }
    if (texts.size() != rows || rows == 0 || texts.front().empty())
        return Error(ErrorCode::badDataset, "expected ids or labels for each of the ", rows, " rows, found ",
                     texts.size());
    ItemLines lines = itemLinesOf(table.names, std::move(texts));
    lines.firstLine = 0;
    lines.unit = table.unit;
    return lines;
}

/// Reads one line for each row. `joined`: true if the rows have ids, so that the order of the lines does not matter.
Result<ItemLines> linesOf(const std::string &path, std::size_t rows, bool joined)
{
    auto table = readTexts(path);
    if (!table)
        return table.error();
    auto lines = table->text ? readItemLines(*table->text, rows, false, ",;") : linesOf(std::move(*table), rows);
    if (!lines)
        return lines.error().in(path);
    std::vector<Part> &columns = lines->columns;
    const auto rowsAt =
        std::ranges::find_if(columns, [&](const Part &column) { return numbersVectors(column, *lines, table->keyed); });
    const auto ids = std::ranges::find_if(columns, isIds);
    if (rowsAt != columns.end() && ids != columns.end()) {
        rowsAt->use = ColumnUse::other;
        ids->use = ColumnUse::id;
    }
    if (rowsAt != columns.end() && !(joined && ids != columns.end())) {
        const Status sorted = sortByRows(*lines, static_cast<std::size_t>(rowsAt - columns.begin()));
        return sorted ? std::move(lines) : sorted.error().in(path);
    }
    if (const Part *numbers = otherOrder(*lines); numbers && !joined)
        return Error(ErrorCode::badDataset, "the numbers in ",
                     columnName(lines->columns, static_cast<std::size_t>(numbers - lines->columns.data())),
                     " count the rows in another order than the lines are in; sort the lines by them, call "
                     "the column "
                     "“row”, or remove them if the lines are in the order of the rows")
            .in(path);
    return lines;
}

Result<ItemCoordinates> byRow(const EmbeddingSet &set, const ItemTable &items, ItemCoordinates frame)
{
    if (set.size() != items.count)
        return Error(ErrorCode::differentCounts, "expected coordinates of ", items.count, " items, found ", set.size(),
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
        ++found; // ids in a file are distinct, so no item is counted twice
    }
    if (found == 0)
        return Error(ErrorCode::noMatchingIds, "none of its ids is one of the items: expected ", finder.expected(),
                     ", found “", set.items->ids.front(), "”; give the same ids");
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

Result<ItemTable> readItems(const std::string &path, const ItemTable &rows, std::vector<std::string> &warnings)
{
    auto lines = linesOf(path, static_cast<std::size_t>(rows.count), rows.hasIds());
    if (!lines)
        return lines.error();
    const auto columnOf = [&](ColumnUse use) {
        return static_cast<std::size_t>(std::ranges::find(lines->columns, use, &Part::use) - lines->columns.begin());
    };
    const std::size_t none = lines->columns.size(), label = columnOf(ColumnUse::label);
    const bool unnamed = !lines->named && none > 2;
    const auto named = std::ranges::find_if(lines->columns, [](const Part &part) { return isIdName(part.name); });
    const std::size_t found = columnOf(ColumnUse::id),
                      id = found < none ? found : static_cast<std::size_t>(named - lines->columns.begin());
    if (unnamed || (id == none && label == none))
        return Error(ErrorCode::badLine,
                     "expected one column or two, ids and labels, or a header that names them, found ", none,
                     " columns")
            .in(path, "line 1");
    if (!lines->note.empty())
        warnings.push_back(std::filesystem::path(path).filename().string() + ": " + lines->note);
    ItemTable items = rows;
    if (const Status joined = id < none ? joinIds(*lines, id, items) : Done{}; !joined)
        return joined.error().in(path);
    if (id == none && rows.hasIds())
        warnings.push_back(std::filesystem::path(path).filename().string() +
                           ": it has no ids, so its lines were taken in the order of the rows.");
    const auto textsAt = [&](std::size_t column) {
        std::vector<std::string> texts;
        for (const auto &row : lines->rows)
            texts.push_back(row[column]);
        return texts;
    };
    for (std::size_t column = 0; lines->named && column < none; ++column) {
        if (column != id && column != label)
            addColumn(itemColumn(lines->columns[column].name, textsAt(column)), items.columns);
    }
    if (label == none || label == id)
        return items;
    std::vector<std::string> labels = textsAt(label);
    writeWhole(labels);
    return withLabels(labels, items);
}

Result<ItemTable> readSplit(const std::string &path, const ItemTable &items)
{
    const auto dataset = isDataset(path);
    if (!dataset)
        return dataset.error();
    const auto texts =
        *dataset ? textsOf(path, "/items/part", items) : readItemTexts(path, items, isSplitName, isPartName);
    if (!texts)
        return texts.error();
    auto result = withParts(*texts, items);
    return result ? std::move(result) : result.error().in(path);
}

Result<ItemTable> readLabels(const std::string &place, const ItemTable &items)
{
    std::error_code ignored;
    const std::size_t colon = std::filesystem::exists(place, ignored) ? std::string::npos : place.rfind(':');
    const std::string path = place.substr(0, colon);
    const auto dataset = isDataset(path);
    if (!dataset)
        return dataset.error();
    if (*dataset && colon == std::string::npos)
        return whichLabels(path);
    if (!*dataset && colon != std::string::npos)
        return Error(ErrorCode::badDataset, "expected a dataset before “", place.substr(colon), "”, found another file")
            .in(path);
    const auto texts =
        *dataset ? textsOf(path, std::string(ofLabels) + place.substr(colon + 1), items) : readItemTexts(path, items);
    if (!texts)
        return texts.error();
    return withLabels(*texts, items);
}

Result<std::vector<std::pair<std::string, double>>> readAccuracies(const std::string &path)
{
    const auto dataset = isDataset(path);
    if (!dataset)
        return dataset.error();
    if (!*dataset)
        return readNamedNumbers(path);
    const auto content = readHdf5({.path = path});
    if (!content)
        return content.error();
    std::vector<std::pair<std::string, double>> result;
    for (const frame::Node &node : content->nodes()) {
        const auto accuracy = node.path.starts_with(ofSpaces) ? attributeNumber(node, "accuracy") : std::nullopt;
        if (accuracy)
            result.emplace_back(node.path.substr(ofSpaces.size()), *accuracy);
    }
    if (result.empty())
        return Error(ErrorCode::badDataset, "no space of this dataset has a number as its attribute “accuracy”")
            .in(path);
    return result;
}

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
        return Error(ErrorCode::badDataset, "expected coordinates in a plane, x and y of each item, found ",
                     opened->dataset.spaces.size(), " space of ", set.dimension(),
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
    shareItems(dataset, std::move(items));
}

} // namespace anchorscope::io
