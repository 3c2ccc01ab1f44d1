// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/formats/indexbytes.h"

#include <algorithm>
#include <cstring>

namespace anchorscope::io {

void IndexBytes::fill(std::uint64_t bytes)
{
    constexpr std::uint64_t blockBytes = 4 << 20;
    m_block.resize(std::max(bytes, blockBytes));
    m_blockAt = m_at;
    const auto got = m_file.read(m_at, m_block);
    if (!got)
        throw RefusedIndex(got.error());
    m_block.resize(*got);
    if (m_context.cancelled())
        throw RefusedIndex(cancelledError());
    m_context.report(static_cast<double>(m_at) / static_cast<double>(m_file.bytes), "reading");
    if (m_block.empty())
        throw BadIndex("it ends early");
}

void IndexBytes::read(void *target, std::uint64_t bytes)
{
    if (bytes > left())
        throw BadIndex("it ends early");
    auto *place = static_cast<char *>(target);
    while (bytes > 0) {
        const bool inside = m_at >= m_blockAt && m_at - m_blockAt < m_block.size();
        if (!inside)
            fill();
        const std::uint64_t from = m_at - m_blockAt;
        const std::uint64_t piece = std::min<std::uint64_t>(bytes, m_block.size() - from);
        std::memcpy(place, m_block.data() + from, piece);
        place += piece;
        m_at += piece;
        bytes -= piece;
    }
}

void IndexBytes::skip(std::uint64_t bytes)
{
    if (bytes > left())
        throw BadIndex("it ends early");
    m_at += bytes;
}

std::string_view IndexBytes::ahead(std::uint64_t bytes)
{
    bytes = std::min(bytes, left());
    if (bytes > 0 && (m_at < m_blockAt || m_at + bytes > m_blockAt + m_block.size()))
        fill(bytes);
    return std::string_view(m_block.data(), m_block.size()).substr(std::min(m_at - m_blockAt, m_block.size()));
}

std::string IndexBytes::letters()
{
    std::string letters(4, '\0');
    read(letters.data(), letters.size());
    return letters;
}

std::uint64_t IndexBytes::listSize(std::uint64_t elementBytes)
{
    const auto count = number<std::uint64_t>();
    if (count > left() / elementBytes)
        throw BadIndex("a list of ", count, " entries is longer than the file");
    return count;
}

} // namespace anchorscope::io
