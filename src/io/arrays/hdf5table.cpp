// SPDX-License-Identifier: GPL-3.0-or-later

// Data frames that pandas stored in HDF5, in blocks of all columns of one type.

#include "io/arrays/anyhdf5.h"
#include "io/formats/format.h"
#include "io/formats/itemmetadata.h"
#include "io/hdf5/hdf5reader.h"
#include "io/roles/assign.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

struct FrameColumn
{
    std::string name, type;
    std::shared_ptr<const Matrix> block;
    Index at = 0; ///< index of the column in its block

    std::vector<std::string> texts(Index rows) const
    {
        ItemColumn column{"", ColumnKind::number};
        for (Index row = 0; row < rows; ++row)
            column.numbers.push_back(static_cast<double>((*block)(row, at)));
        return column.allTexts();
    }
};

Result<std::vector<FrameColumn>> columnsOf(const Hdf5Content &content, const Hdf5Choice::Table &table,
                                           const std::string &path)
{
    std::vector<FrameColumn> columns;
    for (const auto &[names, values] : table.blocks) {
        const frame::Node *node = content.find(values), *list = content.find(names);
        const bool read = node && node->loaded && isMatrix(*node) && list && list->loaded;
        const auto own = read ? textsOf(content, *list) : std::vector<std::string>();
        const auto block = std::make_shared<const Matrix>(read ? content.matrix(*node) : Matrix());
        if (!read || std::ssize(own) != block->cols() ||
            (!columns.empty() && columns[0].block->rows() != block->rows()))
            return node && !node->problem.empty()
                       ? nodeError(path, *node)
                       : Error(ErrorCode::damagedFile, "the parts of this frame do not fit together; write it again")
                             .in(path, values);
        for (Index at = 0; at < block->cols(); ++at)
            columns.push_back({own[static_cast<std::size_t>(at)], node->storedType, block, at});
    }
    if (const frame::Node *order = content.find(table.order); order && order->loaded) {
        const std::vector<std::string> names = textsOf(content, *order);
        std::ranges::stable_sort(columns, {},
                                 [&](const FrameColumn &column) { return std::ranges::find(names, column.name); });
    }
    return columns;
}

Result<std::vector<Part>> partsOf(const std::vector<FrameColumn> &columns, Index rows, const std::string &path)
{
    std::vector<Part> parts;
    for (const FrameColumn &column : columns) {
        parts.push_back({column.name, ColumnUse::other});
        parts.back().facts = factsOf(column.texts(std::min<Index>(rows, frame::sampleRows)));
    }
    if (const auto refused = assignRoles(parts))
        return refused->in(path);
    if (std::ranges::find(parts, ColumnUse::vector, &Part::use) == parts.end())
        return Error(ErrorCode::badDataset, "this frame has no columns of vectors; choose another file").in(path);
    return parts;
}

} // namespace

Result<OpenedFile> decodeTable(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                               const std::string &path)
{
    const auto columns = columnsOf(content, choice.table, path);
    if (!columns)
        return columns.error();
    const Index all = columns->front().block->rows();
    const Index rows = options.firstRows() > 0 ? std::min(options.firstRows(), all) : all;
    const auto parts = partsOf(*columns, rows, path);
    if (!parts)
        return parts.error();
    ItemMetadata side(rows);
    if (const frame::Node *index = content.find(choice.table.index); index && index->loaded)
        side.add(nameOf(index->path), textsOf(content, *index), ColumnUse::id);
    Matrix vectors(rows, std::ranges::count(*parts, ColumnUse::vector, &Part::use));
    Index to = 0;
    std::string type;
    for (std::size_t i = 0; i < columns->size(); ++i) {
        const FrameColumn &column = (*columns)[i];
        const ColumnUse use = (*parts)[i].use;
        if (use == ColumnUse::vector) {
            vectors.col(to++) = column.block->col(column.at).head(rows);
            type = type.empty() ? column.type : type;
        } else if (use != ColumnUse::ignored && !(use == ColumnUse::id && side.has(ColumnUse::id))) {
            side.add(column.name, column.texts(rows), use);
        }
    }
    std::vector<EmbeddingSet> spaces;
    spaces.push_back({stemOf(path), "", type, std::move(vectors), nullptr});
    return side.assemble(path, std::move(spaces));
}

} // namespace anchorscope::io
