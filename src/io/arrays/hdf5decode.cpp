// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/arrays/anyhdf5.h"

#include "frame/frame.h"
#include "io/formats/format.h"
#include "io/formats/itemmetadata.h"
#include "io/hdf5/hdf5reader.h"
#include "io/roles/assign.h"

#include <algorithm>
#include <cmath>

// Converts the parts of a file that chooseHdf5() selected (anyhdf5.cpp) to an OpenedFile.

namespace anchorscope::io {

namespace {

// Data frames that pandas stored in HDF5: each block contains all columns of one type.

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

Result<std::vector<std::string>> readIds(const Hdf5Content &content, const ListPlace &list, const std::string &path)
{
    auto column = list.empty() ? Result(std::optional<ItemColumn>()) : readList(content, list, path);
    if (!column)
        return column.error();
    if (!*column)
        return std::vector<std::string>();
    const bool plain = list.categories.empty() && list.mask.empty();
    return plain ? textsOf(content, *content.find(list.values)) : (*column)->allTexts();
}

Status addLabels(const Hdf5Content &content, const ListPlace &list, const std::string &path, ItemMetadata &columns)
{
    auto column = readList(content, list, path);
    if (!column)
        return column.error();
    if (*column && (*column)->kind == ColumnKind::category && !list.categories.empty())
        columns.addLabels(list.name, std::move((*column)->values), std::move((*column)->texts));
    return Done{}; // unusable labels are left out, so that the vectors can be read
}

Status addAnnData(const Hdf5Content &content, const Hdf5Choice &choice, const std::string &path, ItemMetadata &columns,
                  const RunContext &context)
{
    for (const std::string &place : choice.frames) {
        const std::string name = nameOf(place); // scanpy writes “X_umap” for the coordinates “umap”
        if (const frame::Node *node = content.find(place); node && node->loaded && isMatrix(*node))
            columns.addFrame(
                {name.substr(name.starts_with("X_") && name.size() > 2 ? 2 : 0), "", content.matrix(*node, context)});
    }
    for (const ListPlace &column : choice.columns) {
        auto read = readList(content, column, path);
        if (!read)
            return read.error();
        if (*read)
            columns.add(std::move(**read));
    }
    return Done{};
}

/// Removes modalities of a MuData file that do not have the same cells as the first one, in the same order.
Status leaveOutOthers(const Hdf5Content &content, Hdf5Choice &choice, const std::string &path)
{
    const auto first =
        choice.ids.size() > 1 ? readIds(content, choice.ids[0], path) : Result(std::vector<std::string>());
    if (!first)
        return first.error();
    for (std::size_t modality = choice.ids.size(); modality-- > 1;) {
        const auto ids = readIds(content, choice.ids[modality], path);
        if (!ids)
            return ids.error();
        if (*ids == *first)
            continue;
        for (const Hdf5Choice::Space &space : choice.spaces) {
            if (space.modality == modality)
                choice.warnings.push_back(
                    "“" + space.path +
                    "” was left out: its cells are different, or in a different order; it can be chosen instead.");
        }
        std::erase_if(choice.spaces, [&](const Hdf5Choice::Space &space) { return space.modality == modality; });
    }
    return Done{};
}

/// Returns the node of a matrix or list that was selected; an error if its values were not read. `place`: its path.
Result<const frame::Node *> chosenNode(const Hdf5Content &content, const std::string &place, const std::string &path,
                                       bool fits = true)
{
    const frame::Node *node = content.find(place);
    if (node && node->loaded && fits)
        return node;
    return node && fits && !node->problem.empty()
               ? nodeError(path, *node)
               : Error(ErrorCode::damagedFile, "this file changed while it was read; open it again").in(path, place);
}

Result<Matrix> stackDatasets(const Hdf5Content &content, const std::vector<std::string> &items, const std::string &path)
{
    Matrix vectors;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto node = chosenNode(content, items[i], path);
        const Matrix values = node ? content.matrix(**node) : Matrix();
        if (i == 0)
            vectors.resize(static_cast<Index>(items.size()), values.size());
        if (!node || values.size() != vectors.cols())
            return chosenNode(content, items[i], path, !node).error();
        vectors.row(static_cast<Index>(i)) = Eigen::Map<const Eigen::RowVectorXf>(values.data(), values.size());
    }
    return vectors;
}

/// Returns sentences about parts that cannot be read, although the file can be opened without them: damaged parts,
/// links to other files, and unreadable lists or matrices that would otherwise be ids, labels or a further space.
std::vector<std::string> damageNotes(const Hdf5Content &content, const Hdf5Choice &choice)
{
    constexpr std::size_t most = 5;
    std::vector<std::string> notes;
    std::size_t more = 0;
    const frame::Node *space =
        choice.spaces.empty() || content.find("/obs") ? nullptr : content.find(choice.spaces[0].path);
    const std::uint64_t rows = space && isMatrix(*space) ? space->shape[0] : 0;
    for (const frame::Node &node : content.nodes()) {
        const bool damaged = node.problemCode == errorId(ErrorCode::damagedFile) ||
                             node.problemCode == errorId(ErrorCode::neverWritten) ||
                             node.problemCode == errorId(ErrorCode::tooLarge);
        const bool ofUse = node.problem == frame::linkToAnotherFile || isMatrix(node) ||
                           (node.kind == frame::Kind::dataset && node.shape.size() == 1 && node.shape[0] == rows) ||
                           isIdName(node.path) || isLabelName(node.path) ||
                           (choice.labels && std::ranges::count(choice.labels->paths(), node.path) > 0);
        const bool ofNetcdf = attributeText(node, "NAME").starts_with("This is a netCDF dimension but not");
        if (node.problem.empty() || ofNetcdf || !(damaged || ofUse))
            continue;
        if (notes.size() < most)
            notes.push_back("“" + node.path + "” was left out: " + node.problem + ".");
        else
            ++more;
    }
    if (more > 0)
        notes.push_back(std::to_string(more) + " more parts of this file cannot be read.");
    return notes;
}

Result<EmbeddingSet> decodeSpace(const Hdf5Content &content, const Hdf5Choice::Space &space, const std::string &path,
                                 const RunContext &context)
{
    if (space.group) {
        auto values = readMatrix(content, *space.group, path);
        if (!values)
            return values.error();
        return EmbeddingSet{space.name, "", space.group->sparse ? "sparse" : "data frame", std::move(*values), nullptr};
    }
    const frame::Node *found = content.find(space.path);
    const auto node = chosenNode(content, space.path, path, found && isMatrix(*found));
    if (!node)
        return node.error();
    Matrix vectors = content.matrix(**node, context);
    if (const auto fill = fillValueOf(**node))
        vectors = (vectors.array() == static_cast<float>(*fill)).select(NAN, vectors);
    return EmbeddingSet{space.name, "", (*node)->storedType, std::move(vectors), nullptr};
}

Result<OpenedFile> decodeItems(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                               const std::string &path)
{
    auto vectors = stackDatasets(content, choice.items, path);
    if (!vectors)
        return vectors.error();
    const Index rows = options.rowsOf(vectors->rows());
    vectors->conservativeResize(rows, vectors->cols());
    ItemMetadata columns(rows);
    columns.add("id", choice.itemIds, ColumnUse::id);
    std::vector<EmbeddingSet> spaces;
    spaces.push_back({stemOf(path), "", content.find(choice.items[0])->storedType, std::move(*vectors), nullptr});
    return columns.assemble(path, std::move(spaces));
}

Status addItemMetadata(const Hdf5Content &content, const Hdf5Choice &choice, const std::string &path,
                       ItemMetadata &columns, const RunContext &context)
{
    const ListPlace ids = choice.ids.empty() ? ListPlace() : choice.ids[0];
    auto names = readIds(content, ids, path);
    if (!names)
        return names.error();
    if (!names->empty())
        columns.add(ids.name, std::move(*names), ColumnUse::id);
    for (const std::string &place : choice.lists) {
        if (const frame::Node *list = content.find(place); list && list->loaded)
            columns.add(nameOf(place), textsOf(content, *list));
    }
    if (choice.labels) {
        if (const Status read = addLabels(content, *choice.labels, path, columns); !read)
            return read.error();
    }
    for (const auto &[place, why] : choice.leftOut)
        columns.leaveOut(place, why);
    return addAnnData(content, choice, path, columns, context);
}

} // namespace

Result<OpenedFile> decodeTable(const Hdf5Content &content, const Hdf5Choice &choice, const OpenOptions &options,
                               const std::string &path)
{
    const auto columns = columnsOf(content, choice.table, path);
    if (!columns)
        return columns.error();
    const Index all = columns->front().block->rows();
    const Index rows = options.rowsOf(all);
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

Result<OpenedFile> decodeHdf5(const Hdf5Content &content, Hdf5Choice choice, const OpenOptions &options,
                              const std::string &path, const RunContext &context)
{
    if (const Status same = leaveOutOthers(content, choice, path); !same)
        return same.error();
    std::vector<EmbeddingSet> spaces;
    Index rows = 0;
    for (const Hdf5Choice::Space &place : choice.spaces) {
        auto space = decodeSpace(content, place, path, context);
        if (!space)
            return space.error();
        if (context.cancelled())
            return cancelledError();
        rows = options.rowsOf(space->vectors.rows());
        space->vectors.conservativeResize(rows, space->vectors.cols());
        spaces.push_back(std::move(*space));
    }
    ItemMetadata columns(rows);
    if (const Status read = addItemMetadata(content, choice, path, columns, context); !read)
        return read.error();
    // If the format defines which matrices are spaces, as AnnData does, the numbers in the matrices are not examined.
    const bool chosen = !options.array.empty() || !choice.format.starts_with("HDF5");
    auto opened = !choice.table.blocks.empty() ? decodeTable(content, choice, options, path)
                  : !choice.items.empty()      ? decodeItems(content, choice, options, path)
                  : chosen                     ? columns.assemble(path, std::move(spaces))
                                               : columns.assembleArrays(path, std::move(spaces));
    if (!opened)
        return opened;
    opened->format = choice.format;
    opened->arrays = choice.arrays;
    opened->warnings.insert(opened->warnings.begin(), choice.warnings.begin(), choice.warnings.end());
    for (std::string &note : damageNotes(content, choice))
        opened->warnings.push_back(std::move(note));
    return opened;
}

} // namespace anchorscope::io
