// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace anchorscope::io {

bool isFolder(const std::string &path);

} // namespace anchorscope::io
