// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/text/lineblocks.h"

#include <algorithm>

namespace anchorscope::io {

namespace {

constexpr std::size_t windowBytes = 32 << 20;
constexpr std::size_t blockBytes = 1 << 20;

} // namespace

Result<std::vector<std::string_view>> LineBlocks::next()
{
    m_window.erase(0, m_used);
    const std::size_t kept = m_window.size();
    m_window.resize(std::min<std::uint64_t>(windowBytes, kept + (m_file.bytes - std::min(m_file.bytes, m_offset))));
    const auto got = m_file.read(m_offset, std::span(m_window).subspan(kept));
    if (!got)
        return got.error();
    m_offset += *got;
    const bool atEnd = m_window.size() < windowBytes || m_offset >= m_file.bytes;
    m_window.resize(kept + *got);
    m_used = atEnd ? m_window.size() : m_window.rfind('\n') + 1;
    if (m_used == 0 && !m_window.empty())
        return Error(ErrorCode::badLine,
                     "a line has more than 32 million bytes; this is no text of numbers, choose another file")
            .in(m_file.path);
    std::vector<std::string_view> blocks;
    for (std::string_view rest = std::string_view(m_window).substr(0, m_used); !rest.empty();) {
        const std::size_t end = rest.find('\n', std::min(blockBytes, rest.size()) - 1);
        const std::size_t length = end == std::string_view::npos ? rest.size() : end + 1;
        blocks.push_back(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    return blocks;
}

std::string_view takeLine(std::string_view &text)
{
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

} // namespace anchorscope::io
