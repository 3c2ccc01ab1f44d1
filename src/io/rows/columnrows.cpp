// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/rows/columnrows.h"

#include "core/matrix.h"
#include "core/plaintext.h"
#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/itemmetadata.h"
#include "io/formats/rowsample.h"
#include "io/roles/facts.h"
#include "io/rows/tablerows.h"
#include "io/text/textnumber.h"
#include "io/text/vectortext.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>

namespace anchorscope::io {

namespace {

/// True if an unreadable column probably contains the vectors, so that no other column may be read as the vectors.
bool seemsVector(const ColumnListing::Column &column)
{
    const std::string name = toLower(column.name);
    return column.type.find("list of list") != std::string::npos || column.type.starts_with("list of float") ||
           name.find("embed") != std::string::npos || name.find("vector") != std::string::npos;
}

Error noVectors(const ColumnListing &listing)
{
    constexpr std::size_t most = 8;
    const std::string names =
        joinedText(std::span(listing.columns).first(std::min(listing.columns.size(), most)), ", ",
                   [](const ColumnListing::Column &column) { return column.name + " (" + column.type + ")"; });
    return Error(
        ErrorCode::badDataset,
        "this file holds no vectors: expected a column of lists of numbers, or several columns of numbers, found ",
        names.empty() ? "none" : names, "; choose a file with vectors in it");
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

/// Returns the path of a column's values in the helper's reply. `what`: “numbers”, “text”, “states” or “sample”.
std::string columnPath(const ColumnListing::Column &column, const char *what)
{
    return "/columns/" + std::to_string(column.number) + "/" + what;
}

/// Finds a column's values in the helper's reply. `what`: “numbers”, “text”, …. `sent`: true if the helper sent them
/// before its reply. Error if they could not be read.
Result<const frame::Node *> valuesOf(const Hdf5Content &content, const ColumnListing::Column &column, const char *what,
                                     bool sent = false)
{
    const frame::Node *node = content.find(columnPath(column, what));
    const bool known = node && !node->problem.empty();
    if (node && (node->loaded || (sent && !known)))
        return node;
    return Error(known ? *errorCodeOf(node->problemCode) : ErrorCode::damagedFile,
                 known ? node->problem : "its values are not there; create the file again")
        .at(column.name);
}

/// States of rows in the helper's reply, equal to RowState in reader/columns/rowsink.h.
enum : std::uint8_t { stateGood, stateMissing, stateWrongLength };

std::string storedTypeOf(const std::string &type)
{
    constexpr std::string_view list = "list of ";
    return type.starts_with(list) ? type.substr(list.size()) : type;
}

bool isBeside(ColumnUse use)
{
    return use == ColumnUse::id || use == ColumnUse::label || use == ColumnUse::other;
}

/// Place in a matrix for the numbers of a column, which the helper sends in blocks.
struct Arrival
{
    float *first = nullptr; ///< place of the first number
    Index step = 1;         ///< distance between the places of two numbers
    Index expected = 0, received = 0;

    void add(std::span<const float> values)
    {
        const Index count = std::min(std::ssize(values), expected - std::min(received, expected));
        if (step == 1)
            std::copy_n(values.data(), count, first + received);
        for (Index i = 0; step > 1 && i < count; ++i)
            first[(received + i) * step] = values[static_cast<std::size_t>(i)];
        received += std::ssize(values);
    }
};

/// Collects the rows of one columnar file, or of several files one after the other.
class ColumnRows
{
public:
    /// Starts the collection. `rows`: number of rows that all files have together.
    ColumnRows(const ColumnListing &listing, ColumnarLayout layout, Index rows, const OpenOptions &options)
        : m_listing(listing), m_layout(std::move(layout)), m_rows(rows), m_options(options)
    {
        const TableLayout &table = m_layout.table;
        m_texts.resize(table.columns.size());
        m_missing.resize(table.columns.size());
        Space single{.name = "", .type = "", .columns = {}};
        std::set<std::string> used;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (table.columns[i].use != ColumnUse::vector)
                continue;
            if (table.widths[i] == 1) {
                single.columns.push_back(i);
                single.type = storedTypeOf(source(i).type);
                continue;
            }
            std::string name = nodeName(table.columns[i].name);
            if (name.empty() || !used.insert(name).second)
                name = "column " + std::to_string(i + 1);
            m_spaces.push_back({name, storedTypeOf(source(i).type), {i}});
        }
        if (!single.columns.empty())
            m_spaces.push_back(std::move(single));
    }

    /// Allocates the memory for all vectors.
    Status prepare()
    {
        FileBudget budget;
        for (Space &space : m_spaces) {
            Index dimensions = 0;
            for (const std::size_t column : space.columns)
                dimensions += m_layout.table.widths[column];
            if (const Status fits = budget.take(
                    frame::bytesOfNumbers(static_cast<std::uint64_t>(m_rows), static_cast<std::uint64_t>(dimensions)));
                !fits)
                return fits;
            space.vectors.resize(m_rows, dimensions);
            preferHugePages(space.vectors.data(), static_cast<std::uint64_t>(space.vectors.size()) * sizeof(float));
        }
        return Done{};
    }

    /// Reads the first `count` rows of a file.
    Status add(const InputFile &file, Index count, const RunContext &context)
    {
        Hdf5Request request = requestFor(file, count);
        std::map<std::string, Arrival, std::less<>> arrivals;
        for (Space &space : m_spaces) {
            const Index dimensions = space.vectors.cols();
            for (std::size_t k = 0; k < space.columns.size(); ++k) {
                float *first = space.vectors.data() + m_done * dimensions + k;
                const Index width = m_layout.table.widths[space.columns[k]];
                arrivals[columnPath(source(space.columns[k]), "numbers")] = {first, width == 1 ? dimensions : 1,
                                                                             count * width};
            }
        }
        request.receive = [&](std::string_view path, std::span<const float> values) {
            if (const auto found = arrivals.find(path); found != arrivals.end())
                found->second.add(values);
        };
        const auto content = readHdf5(file, request, context);
        if (!content)
            return content.error();
        for (Space &space : m_spaces) {
            for (std::size_t k = 0; k < space.columns.size(); ++k) {
                const Index received = arrivals[columnPath(source(space.columns[k]), "numbers")].received;
                const Status added =
                    addVectors(*content, space.columns[k], space, static_cast<Index>(k), count, received);
                if (!added)
                    return added.error().in(file.path);
            }
        }
        for (std::size_t i = 0; i < m_layout.table.columns.size(); ++i) {
            if (!isBeside(m_layout.table.columns[i].use))
                continue;
            if (const Status added = addTexts(*content, i); !added)
                return added.error().in(file.path);
        }
        addSandboxWarning(*content, m_warnings);
        m_done += count;
        return Done{};
    }

    /// Adds the values of columns given by a file's path, for the next `count` rows.
    void addKeys(const PartKeys &keys, Index count)
    {
        for (const auto &[name, value] : keys) {
            m_keys[name].resize(static_cast<std::size_t>(m_done));
            m_keys[name].resize(static_cast<std::size_t>(m_done + count), value);
        }
    }

    /// Returns the opened file; a space without a name is named after `path`.
    Result<OpenedFile> finish(const std::string &path)
    {
        if (m_badRows > 0 && (!m_options.skipBadRows || m_badRows == m_rows))
            return Error(ErrorCode::badLine, "expected a vector of the same length as before, ", m_complaint,
                         "; correct it, or leave bad rows out")
                .in(path, "row " + std::to_string(m_firstBad));
        for (auto &[name, texts] : m_keys)
            texts.resize(static_cast<std::size_t>(m_rows));
        if (m_badRows > 0)
            dropBadRows();
        ItemMetadata columns(m_rows);
        for (std::size_t i = 0; i < m_texts.size(); ++i) {
            const Part &column = m_layout.table.columns[i];
            const bool lacksIds = column.use == ColumnUse::id && m_missing[i] > 0;
            if (m_missing[i] > 0)
                m_warnings.push_back("The column “" + column.name + "” has no value for " +
                                     std::to_string(m_missing[i]) + " of the rows" +
                                     (lacksIds ? ", so it cannot identify them." : "."));
            if (isBeside(column.use))
                columns.add(column.name, std::move(m_texts[i]), lacksIds ? ColumnUse::other : column.use);
            m_keys.erase(column.name);
        }
        for (auto &[name, texts] : m_keys)
            columns.add(name, std::move(texts));
        std::vector<EmbeddingSet> spaces;
        for (Space &space : m_spaces)
            spaces.push_back(
                {space.name.empty() ? stemOf(path) : space.name, "", space.type, std::move(space.vectors), nullptr});
        auto opened = columns.assemble(path, std::move(spaces));
        if (!opened)
            return opened;
        opened->format = m_listing.format;
        opened->ofText = true;
        opened->badRows = m_badRows;
        opened->columns = m_layout.table.columns;
        opened->warnings.insert(opened->warnings.begin(), m_layout.table.notes.begin(), m_layout.table.notes.end());
        opened->warnings.insert(opened->warnings.begin(), m_warnings.begin(), m_warnings.end());
        return opened;
    }

private:
    struct Space
    {
        std::string name, type;
        /// columns of the space, as indices into the layout
        std::vector<std::size_t> columns;
        Matrix vectors = {};
    };
    const ColumnListing::Column &source(std::size_t column) const
    {
        return m_listing.columns[m_layout.readable[column]];
    }
    Hdf5Request requestFor(const InputFile &file, Index count) const
    {
        Hdf5Request request{.path = file.path};
        const TableLayout &table = m_layout.table;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (table.columns[i].use == ColumnUse::vector && source(i).numeric)
                request.load.push_back(columnPath(source(i), "numbers"));
            else if (table.columns[i].use == ColumnUse::vector || isBeside(table.columns[i].use))
                request.load.push_back(columnPath(source(i), "text"));
        }
        request.some = Hdf5Rows{"/columns/*/*", {0, count}};
        return request;
    }

    Status addVectors(const Hdf5Content &content, std::size_t column, Space &space, Index firstColumn, Index count,
                      Index received)
    {
        const auto values =
            valuesOf(content, source(column), source(column).numeric ? "numbers" : "text", received > 0);
        if (!values)
            return values.error();
        const frame::Node *node = *values;
        if (!source(column).numeric)
            return parseVectors(content, *node, column, space, firstColumn);
        const Index width = m_layout.table.widths[column];
        const Index found = node->shape.size() > 1 ? static_cast<Index>(node->shape[1]) : 1;
        if (found != width || received != count * width)
            return Error(ErrorCode::badDataset, "expected vectors of ", width, " numbers as in the rows before, found ",
                         found, "; create the file again")
                .at(source(column).name);
        addStates(content, column, count);
        return Done{};
    }

    /// Parses numbers or vectors that are stored as text, as are decimals of Parquet and Arrow.
    Status parseVectors(const Hdf5Content &content, const frame::Node &node, std::size_t column, Space &space,
                        Index firstColumn)
    {
        std::vector<float> values;
        const Index width = m_layout.table.widths[column];
        Index row = m_done;
        for (const std::string_view text : content.strings(node)) {
            values.clear();
            if (parseNumbers(text, width, values))
                std::ranges::copy(values, space.vectors.row(row).data() + (width == 1 ? firstColumn : 0));
            else
                markBad(row, "found " + foundVector(text) + " in “" + source(column).name + "”");
            ++row;
        }
        return Done{};
    }

    void addStates(const Hdf5Content &content, std::size_t column, Index count)
    {
        const frame::Node *node = content.find(columnPath(source(column), "states"));
        if (!node || !node->loaded)
            return;
        const auto states = content.elements<std::uint8_t>(*node);
        for (Index row = 0; row < std::min<Index>(count, std::ssize(states)); ++row) {
            const std::uint8_t state = states[static_cast<std::size_t>(row)];
            if (state == stateGood)
                continue;
            std::string found = "one with a gap";
            if (state == stateMissing)
                found = "nothing";
            else if (state == stateWrongLength)
                found = m_badRows == 0 ? std::to_string(attributeInteger(*node, "length").value_or(0)) : "others";
            markBad(m_done + row, "found " + found + " in “" + source(column).name + "”");
        }
    }

    void markBad(Index row, std::string why)
    {
        if (m_bad.empty())
            m_bad.assign(static_cast<std::size_t>(m_rows), false);
        if (m_bad[static_cast<std::size_t>(row)])
            return;
        m_bad[static_cast<std::size_t>(row)] = true;
        if (m_badRows == 0 || row < m_firstBad) {
            m_firstBad = row;
            m_complaint = std::move(why);
        }
        ++m_badRows;
    }

    Status addTexts(const Hdf5Content &content, std::size_t column)
    {
        const auto values = valuesOf(content, source(column), "text");
        if (!values)
            return values.error();
        const auto texts = content.strings(**values);
        m_texts[column].insert(m_texts[column].end(), texts.begin(), texts.end());
        m_missing[column] += static_cast<Index>(attributeInteger(**values, "missing").value_or(0));
        return Done{};
    }

    void dropBadRows()
    {
        std::vector<Index> rows;
        for (Index row = 0; row < m_rows; ++row) {
            if (!m_bad[static_cast<std::size_t>(row)])
                rows.push_back(row);
        }
        for (Space &space : m_spaces)
            space.vectors = Matrix(space.vectors(rows, allIndices));
        for (auto &texts : m_texts)
            keepRows(texts, rows);
        for (auto &[name, texts] : m_keys)
            keepRows(texts, rows);
        m_rows = std::ssize(rows);
        m_warnings.push_back("Rows without a complete vector that were left out: " + std::to_string(m_badRows) + ".");
    }

    const ColumnListing &m_listing;
    ColumnarLayout m_layout;
    Index m_rows;
    const OpenOptions &m_options;
    std::vector<Space> m_spaces;
    std::vector<std::vector<std::string>> m_texts;          ///< texts of each column; empty if it is not read as text
    std::map<std::string, std::vector<std::string>> m_keys; ///< texts of columns taken from file paths, by name
    std::vector<Index> m_missing;
    std::vector<bool> m_bad; ///< true for rows without a vector; empty if all rows have one
    Index m_badRows = 0, m_firstBad = 0;
    std::string m_complaint;
    Index m_done = 0; ///< number of rows of all files before the current one
    std::vector<std::string> m_warnings;
};

} // namespace

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

Result<NamedTexts> readTexts(const InputFile &file, const ColumnListing &listing, const RunContext &context)
{
    Hdf5Request request{.path = file.path};
    const auto isText = [](const ColumnListing::Column &column) {
        return !column.problem && !(column.numeric && column.type.starts_with("list of"));
    };
    for (const ColumnListing::Column &column : listing.columns) {
        if (isText(column))
            request.load.push_back(columnPath(column, "text"));
    }
    const auto content = readHdf5(file, request, context);
    if (!content)
        return content.error();
    NamedTexts lists;
    for (const ColumnListing::Column &column : listing.columns) {
        const auto values = isText(column) ? valuesOf(*content, column, "text") : nullptr;
        if (!values)
            return values.error();
        if (!*values)
            continue;
        const auto texts = content->strings(**values);
        lists.emplace_back(column.name, std::vector<std::string>(texts.begin(), texts.end()));
    }
    return lists;
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
Result<OpenedFile> readParts(const std::vector<TablePart> &parts, const FileCandidate &candidate,
                             const RunContext &context)
{
    const std::string &path = candidate.file.path;
    Index all = 0, done = 0;
    for (const TablePart &part : parts)
        all += part.listing.rows;
    const Index total = candidate.options.rowsOf(all);
    if (total == 0)
        return Error(ErrorCode::badDataset, "this file has columns and no rows; choose a file with vectors in it")
            .in(path);
    auto layout = layoutOf(parts.front().listing, candidate.options.columns);
    if (!layout)
        return layout.error().in(path);
    ColumnRows rows(parts.front().listing, std::move(*layout), total, candidate.options);
    if (const Status ready = rows.prepare(); !ready)
        return ready.error().in(path);
    const auto share = [&](Index at) { return static_cast<double>(at) / static_cast<double>(total); };
    for (const TablePart &part : parts) {
        const Index count = std::min(part.listing.rows, total - done);
        if (count == 0)
            continue;
        rows.addKeys(part.keys, count);
        const Status added = rows.add(*part.file, count, context.part(share(done), share(done + count)));
        if (!added)
            return added.error();
        done += count;
    }
    return rows.finish(path);
}

} // namespace anchorscope::io
