// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/itemfinder.h"

#include "io/text/textnumber.h"

namespace anchorscope::io {

ItemFinder::ItemFinder(const ItemTable &table) : m_table(table), m_byRow(!table.hasIds())
{
    m_rowOfId.reserve(table.ids.size());
    for (std::size_t i = 0; i < table.ids.size(); ++i)
        m_rowOfId.emplace(table.ids[i], static_cast<ItemIndex>(i));
}

bool ItemFinder::useRows()
{
    const bool change = !m_byRow && !m_table.rowsLeftOut && m_table.drawn.from == 0;
    m_byRow = m_byRow || change;
    return change;
}

ItemIndex ItemFinder::find(std::string_view text) const
{
    if (!m_byRow) {
        const auto found = m_rowOfId.find(text);
        return found == m_rowOfId.end() ? noItem : found->second;
    }
    const auto number = wholeNumber(text);
    return number && *number >= 0 && *number < m_table.count ? static_cast<ItemIndex>(*number) : noItem;
}

std::string ItemFinder::expected() const
{
    return !m_byRow ? "an id such as “" + m_table.ids.front() + "”"
                    : "a row number from 0 to " + std::to_string(m_table.count - 1);
}

} // namespace anchorscope::io
