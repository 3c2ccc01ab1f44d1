// SPDX-License-Identifier: GPL-3.0-or-later

/// Tables of numbers: CSV and TSV with or without a header line, ids and labels in columns of their own; and the
/// Embedding Projector's pair of tensors.tsv and metadata.tsv.

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/format.h"
#include "io/formats/sidecolumns.h"
#include "io/formats/vectorrows.h"
#include "io/text/csv.h"
#include "io/text/lineblocks.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

constexpr std::size_t sampleLines = 200;
constexpr std::uint64_t largestMetadata = std::uint64_t{1} << 30;

enum class ColumnUse { number, id, label, ignored };

struct TableLayout
{
    char separator = ',';
    bool hasHeader = false;
    std::vector<ColumnUse> columns;
    std::vector<std::string> ignored; ///< names of columns that are left out
    std::uint64_t dataOffset = 0;

    bool has(ColumnUse use) const { return std::find(columns.begin(), columns.end(), use) != columns.end(); }
    Index dimensions() const { return std::count(columns.begin(), columns.end(), ColumnUse::number); }
};

/// Splits a line; quoted fields lose their quotes. False if a quote stays open.
bool splitLine(std::string_view line, char separator, std::vector<std::string> &fields)
{
    if (line.find('"') != std::string_view::npos) {
        auto records = parseCsv(line, separator);
        if (!records || records->size() != 1)
            return false;
        fields = std::move(records->front().fields);
        return true;
    }
    fields.clear();
    while (true) {
        const std::size_t end = line.find(separator);
        fields.emplace_back(line.substr(0, end));
        if (end == std::string_view::npos)
            return true;
        line.remove_prefix(end + 1);
    }
}

std::string_view trimmed(std::string_view field)
{
    const std::size_t begin = std::min(field.find_first_not_of(' '), field.size());
    field.remove_prefix(begin);
    return field.substr(0, field.find_last_not_of(' ') + 1);
}

bool isNumber(std::string_view field)
{
    float value = 0;
    return readField(trimmed(field), value);
}

using Rows = std::vector<std::vector<std::string>>;

/// The first complete records, all of one width; empty if this is no table.
Rows sampleRows(const Candidate &candidate, std::string_view text, char separator)
{
    if (candidate.beginning.size() < candidate.file.bytes)
        text = text.substr(0, text.rfind('\n') + 1);
    Rows rows;
    while (!text.empty() && rows.size() < sampleLines) {
        const std::string_view line = takeLine(text);
        if (line.empty())
            continue;
        rows.emplace_back();
        if (!splitLine(line, separator, rows.back()))
            return {};
    }
    return rows.size() > 0 && rows[0].size() > 1 ? rows : Rows();
}

/// What each column is for, by its name and by what the sample holds.
void assignColumns(const Rows &rows, TableLayout &layout)
{
    const std::size_t width = rows[0].size();
    // A column is numeric if nearly all of it is: one bad field must be found as an error, not make the column text.
    std::vector<std::size_t> numbers(width, 0);
    for (std::size_t i = 1; i < rows.size(); ++i) {
        for (std::size_t column = 0; column < std::min(width, rows[i].size()); ++column)
            numbers[column] += isNumber(rows[i][column]);
    }
    std::vector<bool> numeric(width);
    for (std::size_t column = 0; column < width; ++column)
        numeric[column] = rows.size() > 1 && numbers[column] * 5 > (rows.size() - 1) * 4;
    for (std::size_t column = 0; column < width; ++column)
        layout.hasHeader = layout.hasHeader || (numeric[column] && !isNumber(rows[0][column]));
    for (std::size_t column = 0; column < width; ++column) {
        const ColumnRole role = layout.hasHeader ? roleOfColumn(trimmed(rows[0][column])) : ColumnRole::none;
        ColumnUse use =
            numeric[column] || (rows.size() == 1 && isNumber(rows[0][column])) ? ColumnUse::number : ColumnUse::ignored;
        if (role == ColumnRole::id && !layout.has(ColumnUse::id))
            use = ColumnUse::id;
        else if (role == ColumnRole::label && !layout.has(ColumnUse::label))
            use = ColumnUse::label;
        layout.columns.push_back(use);
    }
    // Text without a telling name: first the ids, then the labels.
    for (const ColumnUse use : {ColumnUse::id, ColumnUse::label}) {
        const auto free = std::find(layout.columns.begin(), layout.columns.end(), ColumnUse::ignored);
        if (!layout.has(use) && free != layout.columns.end())
            *free = use;
    }
    for (std::size_t column = 0; column < width; ++column) {
        if (layout.columns[column] == ColumnUse::ignored)
            layout.ignored.push_back(layout.hasHeader ? rows[0][column] : "column " + std::to_string(column + 1));
    }
}

/// True if the first line is made of numbers with decimal commas, separated by semicolons.
bool hasDecimalCommas(std::string_view text)
{
    std::string line(takeLine(text));
    std::replace(line.begin(), line.end(), ',', '.');
    std::vector<std::string> fields;
    return line.find(';') != std::string::npos && line.find('.') != std::string::npos && splitLine(line, ';', fields) &&
           std::all_of(fields.begin(), fields.end(), isNumber);
}

std::optional<TableLayout> findLayout(const Candidate &candidate)
{
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    std::string_view text = candidate.beginning;
    if (text.find('\0') != std::string_view::npos)
        return std::nullopt;
    TableLayout layout;
    layout.dataOffset = text.starts_with(mark) ? mark.size() : 0;
    text.remove_prefix(layout.dataOffset);
    const bool decimalCommas =
        text.substr(0, text.find('\n')).find(',') != std::string_view::npos && hasDecimalCommas(text);
    layout.separator = decimalCommas ? ';' : detectSeparator(text);
    const Rows rows = layout.separator == ' ' ? Rows() : sampleRows(candidate, text, layout.separator);
    if (rows.empty())
        return std::nullopt;
    assignColumns(rows, layout);
    if (layout.dimensions() == 0 && !decimalCommas)
        return std::nullopt;
    return layout;
}

std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout)
{
    if (fields.size() != layout.columns.size())
        return "expected " + std::to_string(layout.columns.size()) + " columns, found " +
               std::to_string(fields.size()) + "; correct this line, or leave bad rows out";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i] != ColumnUse::number || isNumber(fields[i]))
            continue;
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
        float value = 0;
        if (layout.columns[i] != ColumnUse::number)
            continue;
        if (!readField(trimmed(fields[i]), value)) {
            block.values.resize(before);
            return false;
        }
        block.values.push_back(value);
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i] == ColumnUse::id)
            block.ids.push_back(fields[i]);
        else if (layout.columns[i] == ColumnUse::label)
            block.labels.push_back(fields[i]);
    }
    return true;
}

/// A table of numbers only needs no texts.
bool parsePlainRow(std::string_view line, const TableLayout &layout, std::vector<float> &values)
{
    const std::size_t before = values.size();
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const std::size_t end = line.find(layout.separator);
        float value = 0;
        const bool last = i + 1 == layout.columns.size();
        if (last != (end == std::string_view::npos) || !readField(trimmed(line.substr(0, end)), value)) {
            values.resize(before);
            return false;
        }
        values.push_back(value);
        line.remove_prefix(last ? line.size() : end + 1);
    }
    return true;
}

RowBlock parseBlock(std::string_view text, const TableLayout &layout)
{
    RowBlock block;
    const bool plain = layout.dimensions() == static_cast<Index>(layout.columns.size());
    std::vector<std::string> fields;
    while (!text.empty()) {
        const std::string_view line = takeLine(text);
        const Index number = block.lines++;
        if (line.empty() || (plain && parsePlainRow(line, layout, block.values)))
            continue;
        if (!splitLine(line, layout.separator, fields) || !parseRow(fields, layout, block))
            block.bad.push_back({number, complaint(fields, layout)});
    }
    return block;
}

/// metadata.tsv beside tensors.tsv, if there is one.
std::string metadataPath(const std::string &path)
{
    const std::filesystem::path file(path);
    std::string name = file.filename().string();
    for (const char *word : {"tensors", "vectors", "tensor", "vecs"}) {
        const std::size_t at = name.find(word);
        if (at == std::string::npos)
            continue;
        const auto metadata = file.parent_path() / name.replace(at, std::string_view(word).size(), "metadata");
        std::error_code ignored;
        return std::filesystem::is_regular_file(metadata, ignored) ? metadata.string() : std::string();
    }
    return {};
}

/// Ids and labels from the projector's metadata: one line for each row, and a header unless there is one column only.
Status readMetadata(const std::string &path, const RowCollector &table, const OpenOptions &options,
                    SideColumns &columns, std::vector<std::string> &warnings)
{
    const std::vector<Index> &sampled = table.sampledRows();
    const Index rows = sampled.empty() ? table.rows() : table.seen();
    const auto text = readWholeFile(path, largestMetadata);
    if (!text)
        return text.error();
    const auto ends = [](char each) { return each == '\t' || each == '\n'; };
    const auto cells = static_cast<std::uint64_t>(std::count_if(text->begin(), text->end(), ends)) + 1;
    if (const Status fits = FileBudget().take(text->size() + frame::bytesOfStrings(cells, 0)); !fits)
        return fits.error().in(path);
    const auto records = parseCsv(*text, '\t');
    if (!records)
        return records.error().in(path, records.error().place);
    const bool hasHeader = !records->empty() && (*records)[0].fields.size() > 1;
    const auto found = static_cast<Index>(records->size()) - hasHeader;
    if (found < rows || (found > rows && options.firstRows() == 0)) {
        warnings.push_back("“" + path + "” describes " + std::to_string(found) + " rows where " + std::to_string(rows) +
                           " were expected, so it was not used.");
        return Done{};
    }
    const std::size_t width = (*records)[0].fields.size();
    for (std::size_t column = 0; column < width; ++column) {
        std::string name = hasHeader ? (*records)[0].fields[column] : "id";
        if (column == 0 && roleOfColumn(name) == ColumnRole::none)
            name = "id";
        if (!columns.wants(name))
            continue;
        std::vector<std::string> texts;
        for (Index i = 0; i < table.rows(); ++i) {
            const Index row = sampled.empty() ? i : sampled[static_cast<std::size_t>(i)];
            const auto &fields = (*records)[static_cast<std::size_t>(row + hasHeader)].fields;
            texts.push_back(column < fields.size() ? fields[column] : std::string());
        }
        columns.offer(name, std::move(texts));
    }
    warnings.push_back("Ids and labels were taken from “" + path + "”.");
    return Done{};
}

/// Ids and labels from the columns of the table itself, else from the metadata beside it.
Status takeSideColumns(const Candidate &candidate, const TableLayout &layout, RowCollector &rows, SideColumns &columns,
                       std::vector<std::string> &warnings)
{
    if (layout.has(ColumnUse::label))
        columns.offer("label", rows.takeLabels());
    if (layout.has(ColumnUse::id)) {
        columns.offer("id", rows.takeIds());
        return Done{};
    }
    const std::string metadata = layout.separator == '\t' ? metadataPath(candidate.file.path) : std::string();
    if (metadata.empty())
        return Done{};
    return readMetadata(metadata, rows, candidate.options, columns, warnings);
}

} // namespace

bool isTable(const Candidate &candidate)
{
    return findLayout(candidate).has_value();
}

Result<OpenedFile> openTable(const Candidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const TableLayout layout = *findLayout(candidate);
    if (layout.dimensions() == 0)
        return Error(ErrorCode::badLine,
                     "expected numbers with a decimal point, found none in any column; if the numbers have decimal "
                     "commas, save the file with decimal points")
            .in(path, "line 1");
    RowCollector rows(layout.dimensions(), layout.has(ColumnUse::id), 1, candidate.options);
    bool atHeader = layout.hasHeader;
    const Status parsed = parseLines(
        LineBlocks(candidate.file, layout.dataOffset), [&](std::string_view text) { return parseBlock(text, layout); },
        [&](RowBlock block) {
            // The header line is no row of numbers: it is the first bad line of the first block.
            if (std::exchange(atHeader, false) && !block.bad.empty())
                block.bad.erase(block.bad.begin());
            return rows.take(std::move(block));
        },
        context);
    for (const Status &status : {parsed, rows.status()}) {
        if (!status)
            return status.error().in(path, status.error().place);
    }
    rows.finish();
    if (rows.rows() == 0)
        return Error(ErrorCode::badDataset, "this table has no rows of numbers; choose a file with vectors in it")
            .in(path);
    SideColumns columns(rows.rows());
    std::vector<std::string> warnings = rows.warnings();
    if (const Status taken = takeSideColumns(candidate, layout, rows, columns, warnings); !taken)
        return taken.error();
    for (const std::string &name : layout.ignored)
        warnings.push_back("The column “" + name + "” holds text and was left out.");
    std::vector<EmbeddingSet> spaces;
    spaces.push_back({stemOf(path), "", "text", rows.takeMatrix(), nullptr});
    OpenedFile opened = columns.assemble(path, std::move(spaces));
    opened.duplicates += rows.duplicates();
    opened.badRows = rows.badRows();
    opened.warnings.insert(opened.warnings.begin(), warnings.begin(), warnings.end());
    return opened;
}

} // namespace anchorscope::io
