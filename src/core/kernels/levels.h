// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/kernels/dense.h"
#include "core/kernels/isa.h"

namespace anchorscope::kernels {

/// Functions compiled for an instruction-set level, which the processor must support. Architectures other than x86-64
/// have only the level “baseline”.
const Functions &functionsOf(Isa isa);
const DenseFunctions &denseFunctionsOf(Isa isa);

} // namespace anchorscope::kernels
