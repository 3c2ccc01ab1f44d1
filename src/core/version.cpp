// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/version.h"

#include "core/commit.h"
#include "core/kernels/isa.h"

namespace anchorscope {

std::string versionText()
{
    const std::string commit = ANCHORSCOPE_COMMIT;
    const kernels::Isa isa = kernels::activeIsa();
    return std::string(ANCHORSCOPE_VERSION) + " (" + (commit.empty() ? "" : "commit " + commit + ", ") +
           "instruction set " + (isa == kernels::Isa::baseline ? "" : "x86-64-") + kernels::isaName(isa) + ")";
}

} // namespace anchorscope
