// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/statuspipe.h"

#include "frame/frame.h"

#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace anchorscope {

void StatusPipe::enter(const std::string &path) const
{
    write("@" + path);
}

void StatusPipe::progress(double share) const
{
    char text[32];
    const auto written = std::to_chars(std::begin(text), std::end(text), share, std::chars_format::fixed, 4);
    write("%" + std::string(text, written.ptr));
}

void StatusPipe::write(std::string line) const
{
    std::replace(line.begin(), line.end(), '\n', ' ');
    line.resize(std::min(line.size(), frame::maxStatusLine - 1));
    line += '\n';
    // If writing fails, the parent has ended and does not need the result.
    if (::write(m_descriptor, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        ::_exit(1);
}

} // namespace anchorscope
