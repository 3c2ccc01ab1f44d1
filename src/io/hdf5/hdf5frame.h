// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/storedrows.h"
#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"
#include "frame/frame.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Beyond 2^53 float64 does not hold every whole number.
inline bool isInexactAsDouble(std::int64_t value)
{
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    return value > limit || value < -limit;
}

/// Contents of an HDF5 file as the helper process handed them back, every field checked.
class Hdf5Content
{
public:
    /// Whether the helper closed its sandbox before it looked at the file (SECURITY.md).
    bool sandboxed = false;

    const std::vector<frame::Node> &nodes() const { return m_nodes; }
    /// Lets moveNumbers() give back what it has copied: whole pages of the frame.
    void emptyBy(std::function<void(std::uint64_t offset, std::uint64_t bytes)> giveBack)
    {
        m_giveBack = std::move(giveBack);
    }
    /// The node of that path, or null.
    const frame::Node *find(std::string_view path) const;

    /// Rows of a dataset in the file: its first extent, 1 for a scalar.
    static Index rows(const frame::Node &node);

    /// Raw elements of a loaded dataset; T must be the node's element type.
    template <class T> std::span<const T> elements(const frame::Node &node) const
    {
        const std::span<const std::byte> bytes = payload(node);
        return {reinterpret_cast<const T *>(bytes.data()), bytes.size() / sizeof(T)};
    }
    /// Elements of a loaded string dataset; views live as long as this object.
    std::vector<std::string_view> strings(const frame::Node &node) const;
    /// A loaded numeric dataset of rank 2 as float32, or of rank 1 as one column; of some rows only (Hdf5Request::rows)
    /// these.
    Matrix matrix(const frame::Node &node, const RunContext &context = {}) const;
    /// Copies a loaded numeric dataset of rank 2, or of rank 1 as one column, into a matrix, its first number to
    /// `firstRow`, `firstColumn`. Where the frame may be emptied (Hdf5Request::emptied) what was copied goes back to
    /// the system, so that both together take little more than one; it cannot be read again.
    void moveNumbers(const frame::Node &node, Matrix &target, Index firstRow, Index firstColumn);
    /// The type of a numeric dataset's values if they can stay as they are.
    static std::optional<StoredNumber> storedNumber(const frame::Node &node);
    /// A loaded dataset of such values and rank 2, as it is; keeps all that was read.
    StoredRows storedRows(const frame::Node &node) const;
    /// A loaded numeric dataset of any type as integers; none if a value is not a whole number of 64 bits.
    std::optional<std::vector<std::int64_t>> integers(const frame::Node &node) const;
    /// A loaded numeric dataset of any type as float64.
    std::vector<double> doubles(const frame::Node &node) const;

private:
    friend Result<Hdf5Content> decodeFrame(std::shared_ptr<const void>, std::span<const std::byte>,
                                           const std::string &);
    std::span<const std::byte> payload(const frame::Node &node) const
    {
        return m_bytes.subspan(node.payloadOffset, node.payloadBytes);
    }

    std::shared_ptr<const void> m_owner; ///< keeps m_bytes alive
    std::span<const std::byte> m_bytes;
    std::vector<frame::Node> m_nodes;
    std::function<void(std::uint64_t offset, std::uint64_t bytes)> m_giveBack; ///< of m_bytes; none: they stay
};

/// Attribute of a node as one string (the first, if there are several), or empty.
std::string attributeText(const frame::Node &node, std::string_view name);
/// Attribute of a node as an integer, or none.
std::optional<std::int64_t> attributeInteger(const frame::Node &node, std::string_view name);
/// Attribute of a node as a list of strings, or empty.
std::vector<std::string> attributeTexts(const frame::Node &node, std::string_view name);

/// Checks a frame (frame/frame.h) field by field and takes it over. `owner` keeps `bytes` alive. The bytes may come
/// from a process that a hostile file has taken over. Errors: "damaged-file", or what the helper says of the file
/// itself.
Result<Hdf5Content> decodeFrame(std::shared_ptr<const void> owner, std::span<const std::byte> bytes,
                                const std::string &file);

} // namespace anchorscope::io
