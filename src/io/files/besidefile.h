// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace anchorscope::io {

/// Whether the text of a name refers to a file in the same folder or below: not an absolute path, not one with "..",
/// not a URL.
bool namesFileBelow(std::string_view name);

/// The path of a file that another file refers to, in the same folder or below. Otherwise a file from someone else
/// could refer to any file of this machine, and its lines would become ids. Error "outside-file" for an absolute path,
/// one with "..", a URL, or a link that leads outside; its text begins with "names".
Result<std::string> besideFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
