// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/translate/adapter.h"

#include <string>

namespace anchorscope::io {

/// Writes an adapter, including the rule to apply it, as an .npz of float64 arrays named as in cli/output.md,
/// “translate”. Error "cannot-save".
Status saveAdapter(const std::string &path, const Adapter &adapter);

} // namespace anchorscope::io
