// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/result.h"
#include "io/formats/openedfile.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Collects the parts of a file other than its vectors (lists of ids, labels and other values), assigns them their
/// roles (assignRoles), and creates the opened file.
class ItemMetadata
{
public:
    /// Starts the collection. `rows`: number of items; lists with more values are cut to this number.
    explicit ItemMetadata(Index rows) : m_rows(rows) {}

    /// Adds a list of one value for each item. `use`: its role; nullopt: inferred from the name and the values.
    void add(std::string name, std::vector<std::string> texts, std::optional<ColumnUse> use = {});
    void add(ItemColumn column);
    bool has(ColumnUse use) const;
    /// Adds labels in AnnData's form: for each item an index into `names`, or −1 for an item without a class.
    void addLabels(std::string name, std::vector<std::int32_t> labels, std::vector<std::string> names);
    /// Adds coordinates of the items in a plane (a frame), with one row for each item.
    void addFrame(ItemCoordinates frame);
    /// Adds the name of a part of the file that is not read. `why`: reason, which continues a sentence after the name.
    void leaveOut(std::string name, std::string why);

    /// Creates the opened file from the spaces and the collected parts. Rows that repeat the id of an earlier row are
    /// omitted and counted; error "bad-dataset" for more than a few.
    Result<OpenedFile> assemble(const std::string &path, std::vector<EmbeddingSet> spaces);
    /// Like assemble(), for matrices that were selected from a file by their names and sizes. Unless no matrix would
    /// remain, omits those whose numbers are not vectors (one-hot classes, scores of classes, counts, token ids).
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
    std::vector<Part> m_parts; ///< parts of the file whose role is already final
    std::vector<std::string> m_ids;
    std::string m_idName;
    std::vector<std::int32_t> m_labels;
    std::vector<std::string> m_labelNames;
    std::vector<std::string> m_notes;
    std::vector<ItemColumn> m_columns;
    std::vector<ItemCoordinates> m_frames;
};

/// Error for repeated ids. `where`: name of the column or list that contains the ids; empty if it has no name.
Error repeatedIds(const std::string &where, Index repeats, Index rows);

/// Converts texts to a column and infers its kind. Number: all are numbers or missing (empty, NA, …), and float64
/// represents all whole ones; date: all are dates; category: at most half are distinct; otherwise text.
ItemColumn itemColumn(std::string name, std::vector<std::string> texts);

/// Appends a column to `columns`, and changes its name if it is not valid in a dataset file or already used.
void addColumn(ItemColumn column, std::vector<ItemColumn> &columns);

} // namespace anchorscope::io
