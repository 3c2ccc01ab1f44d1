// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/program/opencolumns.h"

#include "reader/arrow/arrowsource.h"
#include "reader/parquet/parquetsource.h"

namespace anchorscope {

std::unique_ptr<ColumnSource> openColumns(const FileBytes &bytes)
{
    constexpr std::size_t magicBytes = 4;
    if (bytes.size() < magicBytes)
        return nullptr;
    const auto magic = bytes.read(0, magicBytes);
    const std::string_view letters = charactersOf(magic);
    if (letters == "PAR1" || letters == "PARE")
        return std::make_unique<parquet::ParquetSource>(bytes);
    if (letters == "ARRO" || letters == "\xff\xff\xff\xff")
        return std::make_unique<arrow::ArrowSource>(bytes);
    return nullptr;
}

} // namespace anchorscope
