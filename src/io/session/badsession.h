// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace anchorscope::io {

/// Error for a session file that violates its format; caught in decodeSession().
struct BadSession : std::runtime_error
{
    BadSession(std::string where, const std::string &what) : std::runtime_error(what), place(std::move(where)) {}
    std::string place;
};

/// Error for an unknown choice (of a method, say) in a session file, which a newer version may have written.
struct UnknownChoice : BadSession
{
    using BadSession::BadSession;
};

} // namespace anchorscope::io
