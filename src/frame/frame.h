// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <fnmatch.h>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Result of the helper process: one block of memory, called a frame.
///
///   header (64 bytes) · payloads, each at a multiple of payloadAlignment · table
///
/// The table lists the nodes of the file; src/reader/framewriter.h writes it, io/hdf5/hdf5frame.h checks and reads it.
/// Both ends run on one machine, so numbers have its byte order.

namespace anchorscope::frame {

/// Reason why a link to another file is not loaded (Node::problem). The program recognizes such links by this text.
inline constexpr std::string_view linkToAnotherFile =
    "it is a link to another file, which is not followed; copy the values into this file";

inline constexpr std::array<char, 8> magic = {'A', 'N', 'C', 'H', 'F', 'R', 'M', '\n'};
inline constexpr std::uint32_t version = 3;
inline constexpr std::uint64_t payloadAlignment = 4096;
inline constexpr std::size_t maxRank = 32;
inline constexpr std::uint64_t maxExtent = std::uint64_t{1} << 48; ///< maximum axis length, also in an empty array
inline constexpr std::size_t maxNodes = 20000;
inline constexpr std::size_t maxAttributes = 256; ///< maximum number of attributes in a node; others are skipped
inline constexpr std::size_t maxAttributeValues = 1 << 16;
inline constexpr std::size_t maxStatusLine = 4096;
inline constexpr std::uint64_t sampleRows = 200; ///< number of first rows that determine a column's role

enum ExitCode : int { exitDone = 0, exitFailed = 1, exitUsage = 2, exitOutOfMemory = 3 };

/// First bytes of a frame. They are written last, so that an unfinished frame has no magic number.
struct Header
{
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t nodes;
    std::uint64_t totalBytes;
    std::uint64_t tableOffset;
    std::uint64_t tableBytes;
    std::uint64_t tableHash; ///< hash (XXH3-64) of the table's bytes
    std::uint64_t payloadBytes;
    std::uint64_t reserved;
};
static_assert(sizeof(Header) == 64);

enum class Kind : std::uint8_t { group, dataset, link };

/// Types of the values in a payload. A payload of strings is count + 1 offsets (uint64), then the bytes of the strings.
enum class Element : std::uint8_t { none, uint8, int32, int64, uint64, float16, float32, float64, string };

inline constexpr std::array<std::string_view, 9> elementNames = {"",        "uint8",   "int32",   "int64", "uint64",
                                                                 "float16", "float32", "float64", "string"};

/// Size of one value in bytes; 0 for none and string.
constexpr std::size_t elementBytes(Element element)
{
    constexpr std::array<std::size_t, elementNames.size()> bytes = {0, 1, 4, 8, 8, 2, 4, 8, 0};
    return bytes[static_cast<std::size_t>(element)];
}

/// Values of an attribute. The order of the alternatives is part of the format of frames.
using AttributeValues = std::variant<std::vector<std::string>, std::vector<std::int64_t>, std::vector<double>>;

struct Attribute
{
    std::string name;
    AttributeValues values;
};

struct Node
{
    std::string path; ///< absolute path of the object, "/" for the root
    Kind kind = Kind::group;
    std::string storedType = {};     ///< type in the file: "float16", "int8", "string", "compound", …
    Element element = Element::none; ///< type of values in the payload; also known for nodes that are not loaded
    std::vector<std::uint64_t> shape = {};
    bool loaded = false;
    std::optional<std::uint64_t> someRows = {}; ///< number of rows in the payload, the first is `firstRow`; none: all
    std::uint64_t firstRow = 0;
    std::uint64_t payloadOffset = 0;
    std::uint64_t payloadBytes = 0;
    std::uint64_t payloadHash = 0; ///< hash (XXH3-64) of the payload's bytes
    std::string problemCode = {};  ///< id of the reason why the object is not loaded; empty if it can be loaded
    std::string problem = {};
    std::vector<Attribute> attributes = {};

    std::vector<std::uint64_t> payloadShape() const
    {
        std::vector<std::uint64_t> extents = shape;
        if (someRows && !extents.empty())
            extents[0] = *someRows;
        return extents;
    }
};

/// True if the node's path matches a pattern such as "/spaces/*", whose stars do not match slashes.
inline bool matchesPath(const std::string &pattern, const Node &node)
{
    return ::fnmatch(pattern.c_str(), node.path.c_str(), FNM_PATHNAME) == 0;
}

constexpr std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t result = 0;
    if (__builtin_mul_overflow(a, b, &result))
        return std::nullopt;
    return result;
}

/// Number of values in a dataset, 1 for a scalar; none on overflow.
inline std::optional<std::uint64_t> elementCount(const std::vector<std::uint64_t> &shape)
{
    std::optional<std::uint64_t> count = 1;
    for (const std::uint64_t extent : shape) {
        if (extent == 0)
            return 0;
        if (count)
            count = product(*count, extent);
    }
    return count;
}

/// Size in bytes of an array whose elements have `each` bytes; none on overflow.
inline std::optional<std::uint64_t> arrayBytes(const std::vector<std::uint64_t> &shape, std::uint64_t each)
{
    const auto count = elementCount(shape);
    return count ? product(*count, each) : std::nullopt;
}

} // namespace anchorscope::frame
