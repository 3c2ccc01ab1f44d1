// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Completes an opened file, for any format: adds ids and labels of another file, reduces the data to the rows and the
/// number type that the options request, and adds warnings about unusual properties. Errors: those of readItems(),
/// "bad-dataset", "too-large".
Status finish(OpenedFile &opened, const FileFormat &format, const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
