// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <string>
#include <string_view>

namespace anchorscope::io {

/// Whether a name is one of a file beside or below, by its text alone: neither an absolute path nor one with "..", nor
/// an address.
bool namesFileBelow(std::string_view name);

/// The path of a file that another file names: one that lies beside it or below. A file from elsewhere could name any
/// other of this machine, whose lines would become ids. Error "outside-file" for an absolute path, one with "..", an
/// address of the network, or a link that leads out; its text begins with "names".
Result<std::string> besideFile(const std::string &file, const std::string &name);

} // namespace anchorscope::io
