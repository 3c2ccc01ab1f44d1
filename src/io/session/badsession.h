// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace anchorscope::io {

/// A session that breaks its own rules; caught in decodeSession.
struct BadSession : std::runtime_error
{
    BadSession(std::string where, const std::string &what) : std::runtime_error(what), place(std::move(where)) {}
    std::string place;
};

/// A session with a choice that this version does not know: a newer one may have written it.
struct UnknownChoice : BadSession
{
    using BadSession::BadSession;
};

} // namespace anchorscope::io
