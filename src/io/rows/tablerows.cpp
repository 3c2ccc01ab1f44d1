// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/tablerows.h"

#include "core/matrix.h"
#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/files/inputfile.h"
#include "io/roles/itemlines.h"
#include "io/roles/part.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <set>

namespace anchorscope::io {

namespace {

std::string spaceName(std::string name, std::size_t column, const std::set<std::string> &used)
{
    name = nodeName(std::move(name));
    return name.empty() || used.contains(name) ? "column " + std::to_string(column + 1) : name;
}

/// Creates a space from some columns of `values`; if these are all of its columns, `values` is moved, not copied.
EmbeddingSet spaceOf(const std::string &name, Matrix &values, const std::vector<Index> &columns)
{
    const bool all = static_cast<Index>(columns.size()) == values.cols();
    return {name, "", "text", all ? std::move(values) : Matrix(values(allIndices, columns)), nullptr};
}

std::vector<EmbeddingSet> spacesOf(const TableLayout &layout, Matrix values, const std::string &stem)
{
    std::vector<EmbeddingSet> spaces;
    std::vector<Index> single; // columns in which each field is one number
    std::set<std::string> used;
    const auto isUnnamed = [&](std::size_t i) {
        return layout.columns[i].use == ColumnUse::vector && layout.widths[i] > 1 && layout.columns[i].name.empty();
    };
    std::size_t unnamed = 0;
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
        unnamed += isUnnamed(i);
    Index at = 0;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        if (layout.columns[i].use != ColumnUse::vector)
            continue;
        std::vector<Index> own;
        for (Index j = 0; j < layout.widths[i]; ++j, ++at)
            (layout.widths[i] > 1 ? own : single).push_back(at);
        if (own.empty())
            continue;
        const std::string &name = layout.columns[i].name;
        spaces.push_back(spaceOf(name.empty() && unnamed == 1 ? stem : spaceName(name, i, used), values, own));
        used.insert(spaces.back().name);
    }
    if (!single.empty())
        spaces.push_back(spaceOf(stem, values, single));
    return spaces;
}

/// Moves the ids, labels and other columns of the collected rows to `columns`.
void addColumns(const TableLayout &layout, RowCollector &rows, ItemMetadata &columns)
{
    auto others = rows.takeOthers();
    std::size_t next = 0;
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const Part &part = layout.columns[i];
        const std::string name = part.name.empty() ? "column " + std::to_string(i + 1) : part.name;
        if (part.use == ColumnUse::id)
            columns.add(name, rows.takeIds(), part.use);
        else if (part.use == ColumnUse::label)
            columns.add(name, rows.takeLabels(), part.use);
        else if (part.use == ColumnUse::other && next < others.size())
            columns.add(name, std::move(others[next++]), part.use);
    }
}

} // namespace

bool parseNumbers(std::string_view field, Index width, std::vector<float> &values)
{
    if (width > 1)
        return appendVector(field, values) == width;
    float value = 0;
    if (!readField(trimmed(field), value))
        return false;
    values.push_back(value);
    return true;
}

std::string foundVector(std::string_view field)
{
    std::vector<float> values;
    const Index found = appendVector(field, values);
    if (isMissing(field))
        return "nothing";
    if (found < 0 && field.find("...") != std::string_view::npos)
        return "one that is abbreviated (“...”)";
    return found >= 0 ? std::to_string(found) : sentence("“", field.substr(0, 40), "”");
}

std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout)
{
    if (fields.size() != layout.columns.size())
        return "expected " + std::to_string(layout.columns.size()) + " columns, found " +
               std::to_string(fields.size()) + "; correct this line, or leave bad rows out";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        std::vector<float> values;
        if (layout.columns[i].use != ColumnUse::vector || parseNumbers(fields[i], layout.widths[i], values))
            continue;
        if (layout.widths[i] > 1)
            return sentence("expected a vector of ", layout.widths[i], " numbers in ", columnName(layout.columns, i),
                            ", found ", foundVector(fields[i]), "; correct it, or leave bad rows out");
        if (fields[i].find(',') != std::string::npos)
            return "expected numbers with a decimal point, found “" + fields[i] +
                   "”; save the file with decimal points";
        return "expected a number in column " + std::to_string(i + 1) + ", found “" + fields[i].substr(0, 40) + "”";
    }
    return "a quote is never closed in this line; correct it, or leave bad rows out";
}

bool parseRow(const std::vector<std::string> &fields, const TableLayout &layout, RowBlock &block)
{
    if (fields.size() != layout.columns.size())
        return false;
    const std::size_t before = block.values.size();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i].use == ColumnUse::vector && !parseNumbers(fields[i], layout.widths[i], block.values)) {
            block.values.resize(before);
            return false;
        }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i].use == ColumnUse::id)
            block.ids.push_back(fields[i]);
        else if (layout.columns[i].use == ColumnUse::label)
            block.labels.push_back(fields[i]);
        else if (layout.columns[i].use == ColumnUse::other)
            block.others.push_back(fields[i]);
    }
    return true;
}

bool RecordRows::add(const std::vector<std::string> &fields)
{
    constexpr Index rowsPerBlock = 256;
    if (!parseRow(fields, m_layout, m_block))
        m_block.refuse(m_block.lines, m_layout.dimensions(), complaint(fields, m_layout));
    return ++m_block.lines < rowsPerBlock || flush();
}

Result<OpenedFile> assembleRows(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                                const Status &read, const std::string &noRows, const std::string &metadata)
{
    const std::string &path = candidate.file.path;
    if (const Status finished = rows.finish(read, noRows); !finished)
        return finished.error().in(path);
    ItemMetadata columns(rows.rows());
    addColumns(layout, rows, columns);
    std::vector<std::string> notes;
    const std::vector<Index> &kept = rows.rowNumbers();
    const Index count = candidate.options.firstRows() > 0 ? kept.back() + 1 : rows.seen();
    const Status added =
        metadata.empty() ? Done{} : readMetadata(metadata, kept, count, candidate.options, columns, notes);
    if (!added)
        return added.error();
    auto opened = columns.assemble(path, spacesOf(layout, rows.takeMatrix(), stemOf(path)));
    if (!opened)
        return opened;
    opened->ofText = true;
    opened->columns = layout.columns;
    const std::vector<std::string> ofColumns = std::move(opened->warnings);
    opened->warnings.clear();
    rows.describe(*opened);
    for (const auto *sentences : {&std::as_const(notes), &layout.notes, &ofColumns})
        opened->warnings.insert(opened->warnings.end(), sentences->begin(), sentences->end());
    return opened;
}

Status readMetadata(const std::string &path, const std::vector<Index> &kept, Index rows, const OpenOptions &options,
                    ItemMetadata &columns, std::vector<std::string> &warnings)
{
    const auto text = readWholeFile(path);
    if (!text)
        return text.error();
    const auto ends = [](char each) { return each == '\t' || each == '\n'; };
    const auto cells = static_cast<std::uint64_t>(std::count_if(text->begin(), text->end(), ends)) + 1;
    if (const Status fits = FileBudget().take(text->size() + frame::bytesOfStrings(cells, 0)); !fits)
        return fits.error().in(path);
    const auto lines =
        readItemLines(*text, static_cast<std::size_t>(rows), options.firstRows() > 0, std::string_view());
    if (!lines && lines.error().code != ErrorCode::badDataset)
        return lines.error().in(path);
    const auto leaveOut = [&](const std::string &why) -> Status {
        warnings.push_back("“" + path + "” was not used: " + why + ".");
        return Done{};
    };
    if (!lines)
        return leaveOut(lines.error().message);
    const auto described = std::ssize(lines->rows);
    if (std::ranges::any_of(kept, [&](Index row) { return row >= described; }))
        return leaveOut("it describes only " + std::to_string(described) + " rows");
    if (!lines->note.empty())
        warnings.push_back("“" + path + "”: " + lines->note);
    std::string roles;
    for (std::size_t column = 0; column < lines->columns.size(); ++column) {
        const Part &part = lines->columns[column];
        // If the table of vectors has labels, the labels of the metadata file become an ordinary column.
        const bool known = part.use == ColumnUse::label && columns.has(part.use);
        const ColumnUse use = known ? ColumnUse::other : part.use;
        std::vector<std::string> texts;
        for (const Index row : kept)
            texts.push_back(lines->rows[static_cast<std::size_t>(row)][column]);
        const char *role = use == ColumnUse::id ? "Ids" : use == ColumnUse::label ? "labels" : nullptr;
        if (role)
            roles += (roles.empty() ? "" : " and ") + std::string(role);
        columns.add(part.name.empty() ? columnUseId(part.use) : part.name, std::move(texts), use);
    }
    const std::string taken = roles.empty() ? "Columns" : roles == "labels" ? "Labels" : roles;
    warnings.push_back(taken + " were taken from “" + path + "”.");
    return Done{};
}

} // namespace anchorscope::io
