// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "frame/frame.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// True if a number is beyond 2^53, where float64 cannot represent all integers.
inline bool isInexactAsDouble(std::int64_t value)
{
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    return value > limit || value < -limit;
}

/// Content of an HDF5 file as the helper process returns it: nodes (groups, datasets, links) and the values of the
/// requested (loaded) datasets. Every field has been checked.
class Hdf5Content
{
public:
    /// True if the helper process was in its sandbox before it opened the file (SECURITY.md).
    bool sandboxed = false;

    const std::vector<frame::Node> &nodes() const { return m_nodes; }
    const frame::Node *find(std::string_view path) const;

    /// Returns the number of rows of a dataset in the file: its first extent, or 1 for a scalar.
    static Index rows(const frame::Node &node) { return node.shape.empty() ? 1 : static_cast<Index>(node.shape[0]); }

    /// Returns the elements of a loaded dataset; T must be their type in memory.
    template <class T> std::span<const T> elements(const frame::Node &node) const
    {
        const std::span<const std::byte> bytes = payload(node);
        return {reinterpret_cast<const T *>(bytes.data()), bytes.size() / sizeof(T)};
    }
    /// Returns the elements of a loaded dataset of strings; the views are valid as long as this object exists.
    std::vector<std::string_view> strings(const frame::Node &node) const;
    /// Converts a loaded dataset of numbers to float32; a list becomes a matrix of one column. If only some rows were
    /// requested (Hdf5Request::some), the matrix contains only these.
    Matrix matrix(const frame::Node &node, const RunContext &context = {}) const;
    /// Returns the number type of a dataset that needs no conversion (float16, float32); otherwise nullopt.
    static std::optional<StoredNumber> storedNumber(const frame::Node &node);
    /// Returns a loaded matrix that needs no conversion (storedNumber()); it refers to the helper's reply and keeps it.
    StoredRows storedRows(const frame::Node &node) const;
    /// Converts a loaded dataset of numbers to integers; nullopt if a value is not a 64-bit integer.
    std::optional<std::vector<std::int64_t>> integers(const frame::Node &node) const;
    std::vector<double> doubles(const frame::Node &node) const;

private:
    friend Result<Hdf5Content> decodeFrame(std::shared_ptr<const void>, std::span<const std::byte>,
                                           const std::string &);
    std::span<const std::byte> payload(const frame::Node &node) const
    {
        return m_bytes.subspan(node.payloadOffset, node.payloadBytes);
    }

    std::shared_ptr<const void> m_owner; ///< owner of the memory that m_bytes refers to
    std::span<const std::byte> m_bytes;
    std::vector<frame::Node> m_nodes;
};

/// Returns an attribute; null without it.
const frame::Attribute *findAttribute(const frame::Node &node, std::string_view name);
/// Returns the values of an attribute of the type T; null without such an attribute.
template <class T> const std::vector<T> *attributeValues(const frame::Node &node, std::string_view name)
{
    const frame::Attribute *attribute = findAttribute(node, name);
    return attribute ? std::get_if<std::vector<T>>(&attribute->values) : nullptr;
}
/// Returns an attribute that is a string, or the first of several strings; empty without such an attribute.
std::string attributeText(const frame::Node &node, std::string_view name);
/// Returns an attribute that is an integer; nullopt without such an attribute.
std::optional<std::int64_t> attributeInteger(const frame::Node &node, std::string_view name);
/// Returns an attribute that is a list of strings; empty without such an attribute.
std::vector<std::string> attributeTexts(const frame::Node &node, std::string_view name);

/// Checks the helper's reply, a frame (frame/frame.h), field by field, because a hostile file may control the helper.
/// `owner` owns the memory of `bytes`. Errors: "damaged-file", or the error that the helper reports for the file.
Result<Hdf5Content> decodeFrame(std::shared_ptr<const void> owner, std::span<const std::byte> bytes,
                                const std::string &file);

/// Name of the attribute with the checksum of a list or matrix written by this program: XXH3-64 of the stored bytes,
/// little-endian, with a NUL after each string. (HDF5 has no checksums for uncompressed values.)
inline constexpr const char *checksumName = "checksum";

std::int64_t checksumOf(std::span<const std::byte> bytes);
std::int64_t checksumOf(const std::vector<std::string> &strings);

/// True if the values agree with their checksum, or if this cannot be tested: without a checksum (other programs, early
/// versions), for a stored type that this program does not write, or if only some rows were read.
bool hasSavedValues(const Hdf5Content &content, const frame::Node &node);

} // namespace anchorscope::io
