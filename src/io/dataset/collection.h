// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "core/runcontext.h"
#include "io/formats/openedfile.h"

namespace anchorscope::io {

bool isFolder(const std::string &path);

/// The files of a folder as one dataset: every space of every file that can be read, over the items that all of them
/// have. Files with ids are joined by id, in the order of the first file; files without ids by row, where the counts
/// agree. A space is named after its file, of a file with several “file:space”. Labels and other columns come from the
/// first file that has them; hidden files and folders inside are not read. Warnings list what was left out, and why.
/// Size and hash are those of all files and their names. Errors: "unknown-format" if none can be read,
/// "no-matching-ids", "too-large", "cancelled".
Result<OpenedFile> openCollection(const std::string &path, const RunContext &context = {});

} // namespace anchorscope::io
