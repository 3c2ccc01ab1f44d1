// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/formats/format.h"

namespace anchorscope::io {

/// Gives all spaces one table of items.
void shareItems(Dataset &dataset, std::shared_ptr<const ItemTable> items);

/// Completes an opened file of any format: adds ids and labels of another file, applies the requested number of rows
/// and number type, and warns about unusual properties. Errors: those of readItems(), "bad-dataset", "too-large".
Status finish(OpenedFile &opened, const FileFormat &format, const FileCandidate &candidate, const RunContext &context);

} // namespace anchorscope::io
