// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

/// Synthetic data specified by name (core/data/toys.h) instead of a file. Errors: those of readToy(), "wrong-usage".
Result<OpenedFile> openToy(const std::string &name, const OpenOptions &options);

} // namespace anchorscope::io
