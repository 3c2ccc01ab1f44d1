// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/parquet/thrift.h"

#include <cstdint>
#include <string>
#include <vector>

/// Metadata needed to read values of a Parquet file (https://github.com/apache/parquet-format,
/// src/main/thrift/parquet.thrift). The enumerators have the numbers of the specification.
namespace anchorscope::parquet {

enum class PhysicalType : std::uint8_t { boolean, int32, int64, int96, float32, float64, bytes, fixedBytes };
enum class Repetition : std::uint8_t { required, optional, repeated };
enum class Codec : std::uint8_t { none, snappy, gzip, lzo, brotli, lz4, zstd, lz4Raw };
/// Logical type of values, from ConvertedType (older files) or LogicalType.
enum class LogicalType : std::uint8_t {
    plain,
    text,
    list,
    map,
    decimal,
    date,
    time,
    timestamp,
    integer,
    uuid,
    float16,
    /// Types that are not supported: BSON, interval, variant, …
    other
};

struct SchemaElement
{
    std::string name;
    bool leaf = false;
    PhysicalType physical = PhysicalType::boolean; ///< physical type of the values, for leaves only
    std::int32_t width = 0;                        ///< length in bytes of a value of the type fixedBytes
    Repetition repetition = Repetition::required;
    std::int32_t children = 0;
    LogicalType meaning = LogicalType::plain;
    std::int32_t scale = 0;           ///< number of digits after the decimal point
    std::int64_t perSecond = 1000000; ///< number of units of a time or timestamp per second
    bool utc = false;
    bool isSigned = true;
};

struct ColumnChunk
{
    bool elsewhere = false; ///< true if the data are in another file
    bool encrypted = false;
    Codec codec = Codec::none;
    std::uint64_t values = 0;           ///< number of values in the chunk, including missing ones
    std::uint64_t begin = 0, bytes = 0; ///< range of bytes of the chunk's pages in the file
};

struct RowGroup
{
    std::uint64_t rows = 0;
    std::vector<ColumnChunk> columns; ///< column chunks of the row group, one per leaf of the schema
};

struct Footer
{
    std::vector<SchemaElement> schema; ///< elements of the schema, each before its children; the first is the root
    std::uint64_t rows = 0;
    std::vector<RowGroup> groups;
    bool encrypted = false;
};

/// Reads the metadata at the end of a Parquet file. Checks that every column chunk is inside the file, and that the row
/// groups have as many rows as the file states.
Footer readFooter(const FileBytes &file);

enum class PageType : std::uint8_t { data, index, dictionary, dataV2 };
enum class Encoding : std::uint8_t {
    plain = 0,
    plainDictionary = 2,
    rle = 3,
    bitPacked = 4,
    deltaBinaryPacked = 5,
    deltaLengthByteArray = 6,
    deltaByteArray = 7,
    rleDictionary = 8,
    byteStreamSplit = 9
};

struct PageHeader
{
    PageType type = PageType::data;
    std::uint32_t packedBytes = 0, bytes = 0;
    bool hasChecksum = false;
    std::uint32_t checksum = 0;
    std::uint32_t values = 0;
    Encoding encoding = Encoding::plain;
    /// Encodings of the levels; for data pages only.
    Encoding repetitionEncoding = Encoding::rle, definitionEncoding = Encoding::rle;
    /// Bytes of the levels; for data pages of version 2 only.
    std::uint32_t repetitionBytes = 0, definitionBytes = 0;
    /// True if the values are compressed; for data pages of version 2 only.
    bool packed = true;
    std::size_t headerBytes = 0;
};

/// Reads the header of a page. Throws ThriftEnd if the header is longer than `bytes`.
PageHeader readPageHeader(Bytes bytes);

} // namespace anchorscope::parquet
