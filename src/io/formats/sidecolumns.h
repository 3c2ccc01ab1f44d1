// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/openedfile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// What a column of text beside the vectors is, by its name: “id”, “word”, “labels”, “class”, …
enum class ColumnRole { none, id, label };
ColumnRole roleOfColumn(std::string_view name);

/// Collects ids, labels and further columns that lie beside the vectors of a file, and puts the file together.
class SideColumns
{
public:
    /// `rows`: items to keep; longer columns are cut.
    explicit SideColumns(Index rows) : m_rows(rows) {}

    /// Whether a column of that name is of use still.
    bool wants(std::string_view name) const;
    void offer(std::string_view name, std::vector<std::string> texts);
    /// A column that is neither.
    void offerOther(std::string name, std::vector<std::string> texts);
    void offerOther(ItemColumn column);
    /// Coordinates of the items in a plane, a row for each item.
    void offerFrame(ItemFrame frame);
    /// A list of classes in which labels count (−1: none), as AnnData stores them.
    void offerCategories(std::vector<std::int32_t> labels, std::vector<std::string> names);

    /// The file with its items; rows of ids that were used before are left out and counted.
    OpenedFile assemble(const std::string &path, std::vector<EmbeddingSet> spaces);

private:
    Index m_rows;
    std::vector<std::string> m_ids;
    std::vector<std::int32_t> m_labels;
    std::vector<std::string> m_labelNames;
    std::vector<ItemColumn> m_columns;
    std::vector<ItemFrame> m_frames;
};

} // namespace anchorscope::io
