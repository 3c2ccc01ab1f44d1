// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dense.h"
#include "core/kernels/isa.h"

namespace anchorscope::kernels {

/// Functions of a level, which the processor must support. Other architectures than x86-64 have the baseline only.
const Functions &functionsOf(Isa isa);
const DenseFunctions &denseFunctionsOf(Isa isa);

} // namespace anchorscope::kernels
