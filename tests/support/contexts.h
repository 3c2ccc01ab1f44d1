// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runcontext.h"

#include <memory>

namespace anchorscope {

/// Context of a run that was cancelled before it started.
inline RunContext cancelledContext()
{
    RunContext context;
    context.control = std::make_shared<RunControl>();
    context.control->cancel();
    return context;
}

} // namespace anchorscope
