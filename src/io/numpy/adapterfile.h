// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/translate/adapter.h"

#include <string>

namespace anchorscope::io {

/// Writes an adapter as an .npz file. The text `rule` in it is the formula by which the other arrays (float64)
/// translate a vector (cli/output.md, “translate”). Error "cannot-save".
Status saveAdapter(const std::string &path, const Adapter &adapter);

} // namespace anchorscope::io
