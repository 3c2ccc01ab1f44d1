// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/chunkreader.h"
#include "reader/parquet/schema.h"

#include <functional>

namespace anchorscope::parquet {

/// Assembles values of pages into rows by their levels (Melnik et al., “Dremel”, 2010, section 4.2, for one level of
/// lists). A list may continue in the next page.
class RowAssembler
{
public:
    /// `taken` is called after each list with the end of its numbers.
    RowAssembler(const Leaf &leaf, RowSink &sink, std::function<void(const std::byte *)> taken)
        : m_leaf(leaf), m_sink(sink), m_taken(std::move(taken))
    {
    }
    void take(const Page &page);
    /// Ends the last list after the last page of a group.
    void finish();

private:
    void takeScalars(const Page &page);
    void takeLists(const Page &page);
    void takeList(const Page &page, std::size_t begin, std::size_t end, std::size_t &value);
    void closeRow();
    void emitRows(const Page &page, std::size_t value, std::size_t count);
    void emitValues(const Page &page, std::size_t value, std::size_t count);

    const Leaf &m_leaf;
    RowSink &m_sink;
    std::function<void(const std::byte *)> m_taken;
    bool m_open = false; ///< true inside a list that may continue
};

} // namespace anchorscope::parquet
