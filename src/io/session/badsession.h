// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace anchorscope::io {

/// Error for a session file that breaks a rule of its format; caught in decodeSession.
struct BadSession : std::runtime_error
{
    BadSession(std::string where, const std::string &what) : std::runtime_error(what), place(std::move(where)) {}
    std::string place;
};

/// Error for a choice that this version does not know; a newer version may have written it.
struct UnknownChoice : BadSession
{
    using BadSession::BadSession;
};

} // namespace anchorscope::io
