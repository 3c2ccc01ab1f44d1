// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/rowsink.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope {

/// A column as its file declares it.
struct ColumnInfo
{
    std::string name;             ///< members of structures as “outer.inner”
    std::string type = {};        ///< as the user reads it: “list of float32”, “string”
    bool list = false;            ///< rows contain any number of values
    bool numeric = false;         ///< numbers, not texts
    bool half = false;            ///< stored as float16
    std::uint64_t width = 1;      ///< numbers per row, unless it is a list
    std::string problemCode = {}; ///< why it is not read; empty: it is
    std::string problem = {};
};

/// A file of columns, each with the same number of rows.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;
    virtual const char *format() const = 0;
    /// Note about the whole file for the user; may be empty.
    virtual std::string note() const { return {}; }
    virtual std::uint64_t rows() const = 0;
    virtual const std::vector<ColumnInfo> &columns() const = 0;
    /// Gives all rows of a column to a sink, until it is done. `step` is called now and then. Throws UnreadableColumn.
    virtual void read(std::size_t column, RowSink &sink, const std::function<void()> &step) = 0;
};

} // namespace anchorscope
