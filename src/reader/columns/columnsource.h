// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/rowsink.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

struct ColumnInfo
{
    std::string name;             ///< name of the column; members of structures as “outer.inner”
    std::string type = {};        ///< type of the column as displayed: “list of float32”, “string”
    bool list = false;            ///< true if each row is a list, whose length may vary
    bool numeric = false;         ///< true if the values are numbers, false if texts
    std::uint64_t width = 1;      ///< number of values per row, if the column is not a list
    std::string problemCode = {}; ///< id of the reason why the column is not read, or empty
    std::string problem = {};
};

/// Determines from the first rows whether a column of bytes contains vectors, that is, numbers of one type. Returns
/// this type and completes `info`; nullopt for other bytes. For each type to try, calls `set` to choose the type, then
/// `read` to pass the rows, as numbers of this type, to a sink.
std::optional<NumberType> packedNumbers(const std::function<void(RowSink &)> &read, ColumnInfo &info,
                                        const std::function<void(NumberType)> &set);

/// Parquet or Arrow file: a table with an equal number of rows in all columns.
class ColumnSource
{
public:
    virtual ~ColumnSource() = default;
    virtual const char *format() const = 0;
    virtual std::string note() const { return {}; }
    virtual std::uint64_t rows() const = 0;
    virtual const std::vector<ColumnInfo> &columns() const = 0;
    /// Passes a column's rows to a sink until the sink needs no more; calls `step` regularly. Throws UnreadableColumn.
    virtual void read(std::size_t column, RowSink &sink, const std::function<void()> &step) = 0;
};

} // namespace anchorscope
