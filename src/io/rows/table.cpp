// SPDX-License-Identifier: GPL-3.0-or-later

/// Text tables of numbers: CSV and TSV with or without a header, with columns for ids and labels; and the Embedding
/// Projector's two files, tensors.tsv (vectors) and metadata.tsv (ids, labels).

#include "io/rows/tablerows.h"
#include "io/text/csv.h"
#include "io/text/textnumber.h"

#include <algorithm>
#include <filesystem>

namespace anchorscope::io {

namespace {

/// Parses a row that contains only numbers; false for other rows. Faster than parseRow(), because it copies no fields.
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
    const bool plain =
        std::ranges::all_of(layout.columns, [](const Part &column) { return column.use == ColumnUse::vector; }) &&
        layout.dimensions() == static_cast<Index>(layout.columns.size());
    const bool quotes = layout.shape.quotes && text.find('"') != std::string_view::npos;
    std::vector<std::string> fields;
    while (!text.empty()) {
        const std::string_view line = quotes ? takeRecord(text, layout.shape) : takeLine(text);
        const Index number = block.lines;
        block.lines += 1 + (quotes ? std::count(line.begin(), line.end(), '\n') : 0);
        if (line.empty() || (plain && parsePlainRow(line, layout, block.values)))
            continue;
        if (!splitRecord(line, layout.shape, fields) || !parseRow(fields, layout, block))
            block.refuse(number, layout.dimensions(), complaint(fields, layout));
    }
    return block;
}

/// Returns the path of the metadata.tsv in the folder of a file tensors.tsv; empty if it does not exist.
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

/// Returns the path of the metadata file, if the table has no id column; otherwise empty.
std::string metadataOf(const FileCandidate &candidate, const TableLayout &layout)
{
    const bool mayHave = layout.shape.separator == '\t' && !layout.has(ColumnUse::id);
    return mayHave ? metadataPath(candidate.file.path) : std::string();
}

Result<OpenedFile> openTable(const FileCandidate &candidate, const RunContext &context)
{
    const TableLayout layout = *findTableLayout(candidate);
    if (layout.refusal)
        return layout.refusal->in(candidate.file.path);
    const std::string metadata = metadataOf(candidate, layout);
    OpenOptions options = candidate.options;
    if (options.sample && !metadata.empty()) { // the ids are in a metadata file, so a sample is drawn afterwards
        options.sample = false;
        options.maxRows = 0;
    }
    RowCollector rows(layout.dimensions(), layout.has(ColumnUse::id), layout.firstLine, options);
    rows.nameIds(layout.idName());
    const Status parsed = parseLines(
        LineBlocks(candidate.file, layout.dataOffset, layout.shape),
        [&](std::string_view text) { return parseBlock(text, layout); },
        [&](RowBlock block) { return rows.take(std::move(block)); }, context);
    return assembleRows(candidate, layout, rows, parsed,
                        "this table has no rows of numbers; choose a file with vectors in it", metadata);
}

} // namespace

extern const FileFormat tableFormat{
    .label = "table",
    .recognises = [](const FileCandidate &candidate) { return findTableLayout(candidate).has_value(); },
    .open = openTable,
    .columns = [](const FileCandidate &candidate) { return findTableLayout(candidate)->columns; }};

} // namespace anchorscope::io
