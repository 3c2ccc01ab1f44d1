// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace anchorscope::io {

/// True if a name found in a file is neither an absolute path, nor a path with "..", nor a URL.
bool staysInFolder(std::string_view name);

/// Returns the path of the file `name`, which another file, `file`, refers to; `name` must be inside the folder of
/// `file`. Without this rule, a dataset from an untrusted source could show lines of any file of this machine as ids.
/// Error "outside-file" for an absolute path, a path with "..", a URL or a link out of the folder; its message, “names
/// …”, continues a sentence about `file`.
Result<std::string> siblingFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
