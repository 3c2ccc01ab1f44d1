// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/columnlisting.h"

#include "core/plaintext.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

/// True if an unreadable column probably contains the vectors; other columns must not replace it then.
bool seemsVector(const ColumnListing::Column &column)
{
    const std::string name = toLower(column.name);
    return column.type.find("list of list") != std::string::npos || column.type.starts_with("list of float") ||
           name.find("embed") != std::string::npos || name.find("vector") != std::string::npos;
}

Error noVectors(const ColumnListing &listing)
{
    constexpr std::size_t most = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(listing.columns.size(), most); ++i)
        names += (i == 0 ? "" : ", ") + listing.columns[i].name + " (" + listing.columns[i].type + ")";
    return Error(ErrorCode::badDataset, "this file holds no vectors: expected a column of lists of numbers, or several "
                                        "columns of numbers, found " +
                                            (names.empty() ? "none" : names) + "; choose a file with vectors in it");
}

ColumnListing::Column columnOf(const Hdf5Content &content, const frame::Node &group, std::size_t number)
{
    ColumnListing::Column column;
    column.number = number;
    column.name = attributeText(group, "name");
    column.type = attributeText(group, "type");
    const frame::Node *sample = content.find(group.path + "/sample");
    const frame::Node *wrong = !group.problem.empty() ? &group : sample;
    if (wrong && !wrong->problem.empty())
        column.problem = Error(*errorCodeOf(wrong->problemCode), wrong->problem).at(column.name);
    if (sample && sample->loaded) {
        for (const std::string_view text : content.strings(*sample))
            column.sample.emplace_back(text);
    }
    column.numeric = content.find(group.path + "/numbers") != nullptr;
    return column;
}

} // namespace

std::string columnPath(const ColumnListing::Column &column, const char *what)
{
    return "/columns/" + std::to_string(column.number) + "/" + what;
}

Result<ColumnListing> listColumns(const InputFile &file, const RunContext &context)
{
    const auto content = readHdf5(file, {.path = file.path, .load = {"/columns/*/sample"}}, context);
    if (!content)
        return content.error();
    const frame::Node *root = content->find("/");
    if (!root)
        return Error(ErrorCode::damagedFile, "this file is damaged: no column is found in it; create it again")
            .in(file.path);
    ColumnListing listing;
    listing.format = attributeText(*root, "format");
    listing.note = attributeText(*root, "note");
    listing.rows = static_cast<Index>(attributeInteger(*root, "rows").value_or(0));
    for (std::size_t i = 0; const frame::Node *group = content->find("/columns/" + std::to_string(i)); ++i)
        listing.columns.push_back(columnOf(*content, *group, i));
    return listing;
}

Result<ColumnarLayout> layoutOf(const ColumnListing &listing, const std::string &choice)
{
    ColumnarLayout layout;
    std::vector<std::string> notes;
    if (!listing.note.empty())
        notes.push_back(listing.note);
    for (std::size_t i = 0; i < listing.columns.size(); ++i) {
        const ColumnListing::Column &column = listing.columns[i];
        if (column.problem && choice.empty() && seemsVector(column))
            return *column.problem;
        if (column.problem) {
            notes.push_back("The column “" + column.name + "” was left out: " + column.problem->message + ".");
            continue;
        }
        layout.readable.push_back(i);
        layout.table.columns.push_back({column.name, ColumnUse::other, {}, false});
    }
    TextRows rows;
    const std::size_t count = layout.readable.empty() ? 0 : listing.columns[layout.readable[0]].sample.size();
    for (std::size_t row = 0; row < count; ++row) {
        rows.emplace_back();
        for (const std::size_t column : layout.readable)
            rows.back().push_back(listing.columns[column].sample[row]);
    }
    if (!findRoles(rows, 0, choice, layout.table))
        return noVectors(listing);
    if (layout.table.refusal)
        return *layout.table.refusal;
    layout.table.notes.insert(layout.table.notes.begin(), notes.begin(), notes.end());
    return layout;
}

} // namespace anchorscope::io
