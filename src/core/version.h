// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anchorscope {

/// Version such as “0.1.0 (commit 1a2b3c4, instruction set x86-64-v4)”; without the commit outside a git checkout.
std::string versionText();

} // namespace anchorscope
