// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/files/filestamp.h"

#include <functional>
#include <string>
#include <string_view>

namespace anchorscope::io {

/// Checks a file that was just written, before it takes the place of the old one.
using FileCheck = std::function<Status(const std::string &path)>;

/// The one way in which files are written: a temporary file in the same folder, checked, brought to the disk, then
/// renamed over `path`; the folder too is brought to the disk. On any error the file that was there stays as it was
/// and the temporary one is removed. A symbolic link is followed, even to a file that does not exist yet; of a file
/// with several names only this one gets the new bytes. Write-protected files are not replaced. Error "cannot-save".
/// Temporary files that a killed program left behind for the same `path` go, too.
/// `known` is the file as the caller knows it: if another one stands there by now, it stays, error "file-changed".
/// Afterwards it is the file that was written.
Status writeAtomically(const std::string &path, std::string_view bytes, const FileCheck &check = {},
                       FileStamp *known = nullptr);

/// Whether writeAtomically() could write here now: makes and removes its temporary file. Error "unwritable-file" where
/// `path` is a folder, a device or write-protected, or its folder is missing or cannot be written to.
Status tryWriting(const std::string &path);

/// Removes the temporary files that killed programs left in a folder while they wrote the file `name` (empty: any
/// file). One that a living program is writing stays.
void removeLeftTemporaries(const std::string &folder, const std::string &name);

} // namespace anchorscope::io
