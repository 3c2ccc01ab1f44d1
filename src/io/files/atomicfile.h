// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/files/filestamp.h"

#include <functional>
#include <string>
#include <string_view>

namespace anchorscope::io {

/// Function that checks a newly written temporary file before it replaces the old file.
using FileCheck = std::function<Status(const std::string &path)>;

/// Writes a file. All files that the program saves are written by this function. It writes a temporary file in the same
/// folder, checks it, flushes it to disk, renames it to `path`, and flushes the folder to disk. On any error the
/// existing file remains unchanged and the temporary one is removed. A symbolic link is followed, even to a file that
/// does not exist yet; if a file has several hard links, only this name gets the new bytes. Write-protected files are
/// not replaced. Error "cannot-save". Temporary files that a killed program left for the same `path` are also removed.
/// `known`: identity, size and time of change of the file when the caller last read or wrote it; if the file has
/// changed since, it is not replaced, and the error is "file-changed". On success `known` becomes the stamp of the new
/// file.
Status writeAtomically(const std::string &path, std::string_view bytes, const FileCheck &check = {},
                       FileStamp *known = nullptr);

/// Checks that writeAtomically() can write to `path`, by creating and removing its temporary file. Error
/// "unwritable-file" if `path` is a folder, a device or write-protected, or its folder is missing or cannot be written
/// to.
Status tryWriting(const std::string &path);

/// Removes the temporary files that killed programs left in a folder while they wrote the file `name` (empty: any
/// file). Files that a running program is writing are kept.
void removeStaleTemporaries(const std::string &folder, const std::string &name);

} // namespace anchorscope::io
