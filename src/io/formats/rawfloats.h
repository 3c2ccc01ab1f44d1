// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Whether most bytes make sense as float32, where the user says that they are.
bool mayBeFloats(const FileCandidate &candidate);

} // namespace anchorscope::io
