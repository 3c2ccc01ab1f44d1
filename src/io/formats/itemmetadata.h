// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/formats/openedfile.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Collects the data of a file other than its vectors, assigns their roles (assignRoles), and assembles the file.
class ItemMetadata
{
public:
    /// Creates an empty collection. `rows`: number of items; longer columns are cut.
    explicit ItemMetadata(Index rows) : m_rows(rows) {}

    /// Adds a list of one value for each item. Its role is given, or inferred from its name and values.
    void add(std::string name, std::vector<std::string> texts, std::optional<ColumnUse> use = {});
    void add(ItemColumn column);
    /// True if a list was added for this use.
    bool has(ColumnUse use) const;
    /// Adds labels that index a list of classes (−1: none), as AnnData stores them.
    void addLabels(std::string name, std::vector<std::int32_t> labels, std::vector<std::string> names);
    /// Adds coordinates of the items in a plane, one row for each item.
    void addFrame(ItemCoordinates frame);
    /// Adds a part that is not read, with the reason, as Part::why.
    void leaveOut(std::string name, std::string why);

    /// Assembles the file with its items. Rows with ids of earlier rows are omitted and counted; error "bad-dataset"
    /// for more than a few of them.
    Result<OpenedFile> assemble(const std::string &path, std::vector<EmbeddingSet> spaces);
    /// Like assemble(), for arrays that were chosen by name and size: omits those whose numbers are not vectors
    /// (one-hot and scored classes, counts, token ids), unless all are such arrays.
    Result<OpenedFile> assembleArrays(const std::string &path, std::vector<EmbeddingSet> spaces);

private:
    struct List
    {
        Part part;
        std::vector<std::string> texts;
    };
    void assign();
    void takeLabels(std::vector<std::string> texts);
    Status leaveOutRepeats(std::vector<EmbeddingSet> &spaces, OpenedFile &opened);

    Index m_rows;
    std::vector<List> m_lists;
    std::vector<Part> m_parts; ///< parts that are not lists
    std::vector<std::string> m_ids;
    std::string m_idName;
    std::vector<std::int32_t> m_labels;
    std::vector<std::string> m_labelNames;
    std::vector<std::string> m_notes; ///< sentences about the labels, for the user
    std::vector<ItemColumn> m_columns;
    std::vector<ItemCoordinates> m_frames;
};

/// Error for a file whose ids are not distinct. `where`: column of the ids; empty: no column has a name.
Error repeatedIds(const std::string &where, Index repeats, Index rows);

} // namespace anchorscope::io
