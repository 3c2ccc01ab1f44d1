// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/translate/adapter.h"

#include <string>

namespace anchorscope::io {

/// Writes an adapter as an .npz file of float64 arrays. cli/output.md, “translate”, has their names and the formula by
/// which they translate a vector; the array `rule` is included. Error "cannot-save".
Status saveAdapter(const std::string &path, const Adapter &adapter);

} // namespace anchorscope::io
