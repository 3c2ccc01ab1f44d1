// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/rowsink.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

/// Description of a column, as its file declares it.
struct ColumnInfo
{
    std::string name;             ///< name of the column; members of structures as “outer.inner”
    std::string type = {};        ///< type of the column as displayed: “list of float32”, “string”
    bool list = false;            ///< true if rows contain any number of values
    bool numeric = false;         ///< true for numbers, false for texts
    bool half = false;            ///< true if the numbers are stored as float16
    std::uint64_t width = 1;      ///< number of values per row, unless it is a list
    std::string problemCode = {}; ///< id of the reason why the column is not read; empty: it can be read
    std::string problem = {};
};

/// Finds the type of the numbers that a column of bytes holds, by its first rows, and completes `info`. Nullopt for
/// other bytes. `read` passes the rows to a sink, each value as numbers of the type that was set last by `set`.
std::optional<NumberType> packedNumbers(const std::function<void(RowSink &)> &read, ColumnInfo &info,
                                        const std::function<void(NumberType)> &set);

/// File of columns, each with the same number of rows.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;
    virtual const char *format() const = 0;
    /// Note about the whole file for the user; may be empty.
    virtual std::string note() const { return {}; }
    virtual std::uint64_t rows() const = 0;
    virtual const std::vector<ColumnInfo> &columns() const = 0;
    /// Passes all rows of a column to a sink until the sink is done. Calls `step` regularly. Throws UnreadableColumn.
    virtual void read(std::size_t column, RowSink &sink, const std::function<void()> &step) = 0;
};

} // namespace anchorscope
