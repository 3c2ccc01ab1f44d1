// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>

namespace anchorscope::io {

/// The path of a file that another file names: one that lies beside it or below. A file from elsewhere could name any
/// other of this machine, whose lines would become ids. Error "outside-file" for an absolute path, one with "..", an
/// address of the network, or a link that leads out; its text begins with "names".
Result<std::string> besideFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
