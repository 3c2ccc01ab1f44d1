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

/// True for integers beyond 2^53, not all of which float64 can represent.
inline bool isInexactAsDouble(std::int64_t value)
{
    constexpr std::int64_t limit = std::int64_t{1} << 53;
    return value > limit || value < -limit;
}

/// Contents of an HDF5 file as returned by the helper process, with every field checked.
class Hdf5Content
{
public:
    /// True if the helper activated its sandbox before it opened the file (SECURITY.md).
    bool sandboxed = false;

    const std::vector<frame::Node> &nodes() const { return m_nodes; }
    /// Sets the function with which moveNumbers() returns copied pages of the frame to the system.
    void emptyBy(std::function<void(std::uint64_t offset, std::uint64_t bytes)> giveBack)
    {
        m_giveBack = std::move(giveBack);
    }
    /// Finds the node with this path; null if not found.
    const frame::Node *find(std::string_view path) const;

    /// Number of rows that a dataset has in the file: its first extent, or 1 for a scalar.
    static Index rows(const frame::Node &node);

    /// Raw elements of a loaded dataset; T must be the node's element type.
    template <class T> std::span<const T> elements(const frame::Node &node) const
    {
        const std::span<const std::byte> bytes = payload(node);
        return {reinterpret_cast<const T *>(bytes.data()), bytes.size() / sizeof(T)};
    }
    /// Elements of a loaded string dataset; the views are valid as long as this object exists.
    std::vector<std::string_view> strings(const frame::Node &node) const;
    /// A loaded numeric dataset of rank 2 as float32, or of rank 1 as one column. Contains only the loaded rows if some
    /// were requested (Hdf5Request::some).
    Matrix matrix(const frame::Node &node, const RunContext &context = {}) const;
    /// Copies a loaded numeric dataset of rank 2, or of rank 1 as one column, into a matrix, starting at `firstRow`,
    /// `firstColumn`. If Hdf5Request::emptied is set, copied memory is returned to the system, so that frame and matrix
    /// together take little more than one of them; the dataset cannot be read again.
    void moveNumbers(const frame::Node &node, Matrix &target, Index firstRow, Index firstColumn);
    /// Type of a numeric dataset's values, if they can be used without conversion.
    static std::optional<StoredNumber> storedNumber(const frame::Node &node);
    /// A loaded dataset of rank 2 whose numbers need no conversion (storedNumber). Keeps the whole frame in memory.
    StoredRows storedRows(const frame::Node &node) const;
    /// A loaded numeric dataset of any type as integers; nullopt if a value is not a 64-bit integer.
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

    std::shared_ptr<const void> m_owner; ///< owner of the memory, which keeps m_bytes alive
    std::span<const std::byte> m_bytes;
    std::vector<frame::Node> m_nodes;
    /// Function that returns a part of m_bytes to the system; may be empty.
    std::function<void(std::uint64_t offset, std::uint64_t bytes)> m_giveBack;
};

/// Reads an attribute of a node as one string (the first, if it has several); empty if absent.
std::string attributeText(const frame::Node &node, std::string_view name);
/// Reads an attribute of a node as an integer; nullopt if absent.
std::optional<std::int64_t> attributeInteger(const frame::Node &node, std::string_view name);
/// Reads an attribute of a node as a list of strings; empty if absent.
std::vector<std::string> attributeTexts(const frame::Node &node, std::string_view name);

/// Checks a frame (frame/frame.h) field by field and takes ownership of it. `owner` keeps `bytes` alive. The bytes may
/// come from a process that is controlled by a hostile file. Errors: "damaged-file", or the helper's error for the
/// file.
Result<Hdf5Content> decodeFrame(std::shared_ptr<const void> owner, std::span<const std::byte> bytes,
                                const std::string &file);

} // namespace anchorscope::io
