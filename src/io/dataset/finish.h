// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Completes data that a format has read: adds ids and labels of another file, reduces them to the rows and the number
/// type that the options request, and reports what is unusual. Errors: those of readItems(), "bad-dataset",
/// "too-large".
Status finish(OpenedFile &opened, const FileFormat &format, const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
