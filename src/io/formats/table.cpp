// SPDX-License-Identifier: GPL-3.0-or-later

/// Tables of numbers: CSV and TSV with or without a header line, ids and labels in columns of their own; and the
/// Embedding Projector's pair of tensors.tsv and metadata.tsv.

#include "frame/budget.h"
#include "io/files/filebudget.h"
#include "io/formats/sidecolumns.h"
#include "io/formats/tablelayout.h"
#include "io/formats/vectorrows.h"
#include "io/text/columnfacts.h"
#include "io/text/csv.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

constexpr std::uint64_t largestMetadata = std::uint64_t{1} << 30;

std::string complaint(const std::vector<std::string> &fields, const TableLayout &layout)
{
    if (fields.size() != layout.columns.size())
        return "expected " + std::to_string(layout.columns.size()) + " columns, found " +
               std::to_string(fields.size()) + "; correct this line, or leave bad rows out";
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i].use != ColumnUse::vector || isNumber(fields[i]))
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
        if (layout.columns[i].use != ColumnUse::vector)
            continue;
        if (!readField(trimmed(fields[i]), value)) {
            block.values.resize(before);
            return false;
        }
        block.values.push_back(value);
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (layout.columns[i].use == ColumnUse::id)
            block.ids.push_back(fields[i]);
        else if (layout.columns[i].use == ColumnUse::label)
            block.labels.push_back(fields[i]);
    }
    return true;
}

/// A table of numbers only needs no texts.
bool parsePlainRow(std::string_view line, const TableLayout &layout, std::vector<float> &values)
{
    const std::size_t before = values.size();
    for (std::size_t i = 0; i < layout.columns.size(); ++i) {
        const std::size_t end = line.find(layout.shape.separator);
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
    const bool quotes = text.find('"') != std::string_view::npos;
    std::vector<std::string> fields;
    while (!text.empty()) {
        const std::string_view line = quotes ? takeRecord(text, layout.shape.separator) : takeLine(text);
        const Index number = block.lines;
        block.lines += 1 + (quotes ? std::count(line.begin(), line.end(), '\n') : 0);
        if (line.empty() || (plain && parsePlainRow(line, layout, block.values)))
            continue;
        if (!splitRecord(line, layout.shape.separator, fields) || !parseRow(fields, layout, block))
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
Status takeSideColumns(const FileCandidate &candidate, const TableLayout &layout, RowCollector &rows,
                       SideColumns &columns, std::vector<std::string> &warnings)
{
    if (layout.has(ColumnUse::label))
        columns.offer("label", rows.takeLabels());
    if (layout.has(ColumnUse::id)) {
        columns.offer("id", rows.takeIds());
        return Done{};
    }
    const std::string metadata = layout.shape.separator == '\t' ? metadataPath(candidate.file.path) : std::string();
    if (metadata.empty())
        return Done{};
    return readMetadata(metadata, rows, candidate.options, columns, warnings);
}

} // namespace

bool isTable(const FileCandidate &candidate)
{
    return findTableLayout(candidate).has_value();
}

Result<OpenedFile> openTable(const FileCandidate &candidate, const RunContext &context)
{
    const std::string &path = candidate.file.path;
    const TableLayout layout = *findTableLayout(candidate);
    if (layout.refusal)
        return layout.refusal->in(path);
    RowCollector rows(layout.dimensions(), layout.has(ColumnUse::id), layout.firstLine, candidate.options);
    const Status parsed = parseLines(
        LineBlocks(candidate.file, layout.dataOffset, layout.shape),
        [&](std::string_view text) { return parseBlock(text, layout); },
        [&](RowBlock block) { return rows.take(std::move(block)); }, context);
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
    warnings.insert(warnings.end(), layout.notes.begin(), layout.notes.end());
    std::vector<EmbeddingSet> spaces;
    spaces.push_back({stemOf(path), "", "text", rows.takeMatrix(), nullptr});
    OpenedFile opened = columns.assemble(path, std::move(spaces));
    opened.duplicates += rows.duplicates();
    opened.ofText = true;
    opened.badRows = rows.badRows();
    opened.columns = layout.columns;
    opened.warnings.insert(opened.warnings.begin(), warnings.begin(), warnings.end());
    return opened;
}

} // namespace anchorscope::io
