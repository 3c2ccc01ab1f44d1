// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "reader/columns/filebytes.h"

#include <optional>
#include <string_view>

/// Reader of FlatBuffers (https://flatbuffers.dev/internals/), the format of Arrow's metadata. Every offset is checked.
namespace anchorscope::arrow {

/// List in a FlatBuffer: `size` elements, the first at offset `at`.
struct FlatList
{
    std::size_t at = 0, size = 0;
};

/// Structure in a FlatBuffer whose fields are found by their offsets.
class FlatTable
{
public:
    FlatTable(Bytes bytes, std::size_t at) : m_bytes(bytes), m_at(at) {}
    static FlatTable root(Bytes bytes) { return {bytes, numberAt<std::uint32_t>(bytes, 0)}; }

    template <class T> T number(unsigned field, T missing) const
    {
        const std::size_t at = place(field);
        return at == 0 ? missing : numberAt<T>(m_bytes, at);
    }
    std::optional<FlatTable> table(unsigned field) const
    {
        const std::size_t at = target(field);
        return at == 0 ? std::nullopt : std::optional(FlatTable(m_bytes, at));
    }
    std::string_view text(unsigned field) const
    {
        const FlatList list = elements(field, 1);
        return charactersOf(m_bytes).substr(list.at, list.size);
    }
    /// Reads a field that is a list of elements of `bytes` bytes each.
    FlatList elements(unsigned field, std::size_t bytes) const
    {
        const std::size_t at = target(field);
        if (at == 0)
            return {};
        const auto size = numberAt<std::uint32_t>(m_bytes, at);
        if (size > (m_bytes.size() - at - 4) / bytes)
            damagedColumn("a list in its metadata is longer than the metadata");
        return {at + 4, size};
    }
    FlatTable tableAt(const FlatList &list, std::size_t i) const
    {
        const std::size_t at = list.at + 4 * i;
        return {m_bytes, at + numberAt<std::uint32_t>(m_bytes, at)};
    }
    Bytes bytes() const { return m_bytes; }

private:
    /// Offset of a field in the buffer; 0 if the table does not have it.
    std::size_t place(unsigned field) const
    {
        const std::int64_t distance = numberAt<std::int32_t>(m_bytes, m_at);
        const std::int64_t fields = static_cast<std::int64_t>(m_at) - distance;
        if (fields < 0)
            damagedColumn("its metadata refer to a place before their beginning");
        const auto first = static_cast<std::size_t>(fields);
        const std::size_t entry = 4 + 2 * std::size_t{field};
        if (entry + 2 > numberAt<std::uint16_t>(m_bytes, first))
            return 0;
        const auto offset = numberAt<std::uint16_t>(m_bytes, first + entry);
        return offset == 0 ? 0 : m_at + offset;
    }
    std::size_t target(unsigned field) const
    {
        const std::size_t at = place(field);
        return at == 0 ? 0 : at + numberAt<std::uint32_t>(m_bytes, at);
    }

    Bytes m_bytes;
    std::size_t m_at;
};

} // namespace anchorscope::arrow
