// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dense.h"
#include "core/kernels/isa.h"

namespace anchorscope::kernels {

/// Functions of a level that the processor supports; on architectures other than x86-64 only the baseline exists.
const Functions &functionsOf(Isa isa);
const DenseFunctions &denseFunctionsOf(Isa isa);

} // namespace anchorscope::kernels
