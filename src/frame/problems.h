// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace anchorscope::frame {

/// Problem of a node that is a link to another file. The program recognizes such nodes by this text.
inline constexpr std::string_view linkToAnotherFile =
    "it is a link to another file, which is not followed; copy the values into this file";

} // namespace anchorscope::frame
