// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/formats/openedfile.h"

#include <optional>
#include <string>
#include <vector>

namespace anchorscope::io {

/// Collects what lies beside the vectors of a file, gives it roles (assignRoles), and puts the file together.
class SideColumns
{
public:
    /// `rows`: items to keep; longer columns are cut.
    explicit SideColumns(Index rows) : m_rows(rows) {}

    /// A list of one value for each item, whose role is known or found by its name and values.
    void add(std::string name, std::vector<std::string> texts, std::optional<ColumnUse> use = {});
    void add(ItemColumn column);
    /// Whether one was added for this use.
    bool has(ColumnUse use) const;
    /// A list of classes in which labels count (−1: none), as AnnData stores them.
    void addLabels(std::string name, std::vector<std::int32_t> labels, std::vector<std::string> names);
    /// Coordinates of the items in a plane, a row for each item.
    void addFrame(ItemCoordinates frame);
    /// A part that is not read, and why, as Part::why.
    void leaveOut(std::string name, std::string why);

    /// The file with its items. Rows of ids that were used before are left out and counted; error "bad-dataset" if
    /// these are more than a few.
    Result<OpenedFile> assemble(const std::string &path, std::vector<EmbeddingSet> spaces);
    /// The same of arrays that were chosen by name and size: without those whose numbers are no vectors (one-hot and
    /// scored classes, counts, token ids), where others are.
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
    std::vector<Part> m_parts; ///< of what is no list
    std::vector<std::string> m_ids;
    std::string m_idName;
    std::vector<std::int32_t> m_labels;
    std::vector<std::string> m_labelNames;
    std::vector<std::string> m_notes; ///< sentences about the labels
    std::vector<ItemColumn> m_columns;
    std::vector<ItemCoordinates> m_frames;
};

/// Why a file is refused whose ids do not tell its items apart. `where`: the column; empty: none has a name.
Error repeatedIds(const std::string &where, Index repeats, Index rows);

} // namespace anchorscope::io
