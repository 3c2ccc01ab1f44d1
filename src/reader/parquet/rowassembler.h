// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/chunkreader.h"
#include "reader/parquet/schema.h"

namespace anchorscope::parquet {

/// Puts the values of pages together as rows, by their levels (Melnik et al., “Dremel”, 2010, section 4.2, for one
/// level of lists). A list may go on in the next page.
class RowAssembler
{
public:
    RowAssembler(const Leaf &leaf, RowSink &sink) : m_leaf(leaf), m_sink(sink) {}
    void take(const Page &page);
    /// After the last page of a group.
    void finish();

private:
    void takeScalars(const Page &page);
    void takeLists(const Page &page);
    void takeList(const Page &page, std::size_t begin, std::size_t end, std::size_t &value);
    void closeRow();
    void giveRows(const Page &page, std::size_t value, std::size_t count);
    void giveValues(const Page &page, std::size_t value, std::size_t count);

    const Leaf &m_leaf;
    RowSink &m_sink;
    bool m_open = false; ///< a list that may go on
};

} // namespace anchorscope::parquet
