// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// What torch.save writes since PyTorch 1.6: a zip archive with a pickle and the numbers of each storage.
bool isTorch(const FileCandidate &candidate);
Result<OpenedFile> openTorch(const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
