// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/files/inputfile.h"

#include <functional>
#include <string>
#include <string_view>

namespace anchorscope::io {

/// Function that checks a newly written temporary file before it replaces the old file.
using FileCheck = std::function<Status(const std::string &path)>;

/// Saves a file; the program saves every file by this function. The bytes are written to a temporary file in the same
/// folder, which is checked, flushed to disk and renamed to `path`. On any error the existing file remains unchanged. A
/// symbolic link is followed, even to a file that does not exist yet; of several hard links, only `path` gets the new
/// bytes. Temporary files that a killed program left for `path` are removed. `known`: stamp of the file when the caller
/// last read or wrote it; becomes the stamp of the new file. Errors: "cannot-save", also for a write-protected file;
/// "file-changed" if the file no longer has the stamp `known`.
Status writeAtomically(const std::string &path, std::string_view bytes, const FileCheck &check = {},
                       FileStamp *known = nullptr);

/// Checks that writeAtomically() can write to `path`, by creating and removing its temporary file. Error
/// "unwritable-file": a folder, a device or a write-protected file, or a folder that is missing or not writable.
Status tryWriting(const std::string &path);

/// Returns a text that fits into names of temporary files and into sessions: the text or, if it is long or contains a
/// NUL, which ends texts in HDF5, its hash.
std::string shortened(const std::string &text);

/// Removes the temporary files for the file `name` (empty: any file) whose programs no longer run.
void removeStaleTemporaries(const std::string &folder, const std::string &name);

} // namespace anchorscope::io
