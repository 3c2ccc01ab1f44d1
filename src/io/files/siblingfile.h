// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace anchorscope::io {

/// True if a name refers to a file in the same folder or below: not an absolute path, one with "..", or a URL.
bool staysInFolder(std::string_view name);

/// Path of a file in the same folder or below that another file refers to. Without this restriction a file from someone
/// else could refer to any file of this machine, whose lines would become ids. Error "outside-file" for an absolute
/// path, one with "..", a URL, or a link that leads outside; the error message begins with "names".
Result<std::string> siblingFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
