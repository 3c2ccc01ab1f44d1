// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/statuspipe.h"

#include "frame/frame.h"

#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace anchorscope {

void StatusPipe::progress(double share) const
{
    char text[32];
    const auto written = std::to_chars(std::begin(text), std::end(text), share, std::chars_format::fixed, 4);
    write("%" + std::string(text, written.ptr));
}

void StatusPipe::send(std::span<const std::byte> values) const
{
    constexpr std::size_t blockBytes = 1 << 18; // io/hdf5/hdf5reader.cpp accepts up to 1 MB
    for (std::size_t done = 0; done < values.size(); done += blockBytes) {
        const auto piece = values.subspan(done, std::min(blockBytes, values.size() - done));
        write("=" + std::to_string(piece.size()));
        writeBytes(piece);
    }
}

void StatusPipe::write(std::string line) const
{
    std::replace(line.begin(), line.end(), '\n', ' ');
    line.resize(std::min(line.size(), frame::maxStatusLine - 1));
    line += '\n';
    writeBytes(std::as_bytes(std::span(line)));
}

void StatusPipe::writeBytes(std::span<const std::byte> bytes) const
{
    while (!bytes.empty()) {
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written <= 0) // the parent has ended and does not need the result
            ::_exit(1);
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
}

} // namespace anchorscope
