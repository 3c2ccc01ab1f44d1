// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dense.h"
#include "core/kernels/isa.h"

namespace anchorscope::kernels {

/// The functions of a level that the processor has; others than x86-64 have the baseline alone.
const Functions &functionsOf(Isa isa);
const DenseFunctions &denseFunctionsOf(Isa isa);

} // namespace anchorscope::kernels
