// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

#include <string_view>
#include <unordered_map>

namespace anchorscope::io {

/// Finds items by id or, if items have no ids, by row number (from 0). Keeps a reference to the table.
class ItemFinder
{
public:
    explicit ItemFinder(const ItemTable &table);

    /// Makes find() use row numbers, although the items have ids. Does nothing if rows of the file were left out.
    /// Returns true if find() used ids before.
    bool useRows();

    /// Returns the row of the item with this name; noItem if no item has it.
    ItemIndex find(std::string_view text) const;
    /// Returns the valid names for an error message: "an id such as “time”", or "a row number from 0 to 99".
    std::string expected() const;

private:
    const ItemTable &m_table;
    bool m_byRow;
    std::unordered_map<std::string_view, ItemIndex> m_rowOfId;
};

} // namespace anchorscope::io
