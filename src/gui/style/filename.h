// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/filename.h"

#include <QString>

namespace anchorscope::gui {

/// Converts a path to the bytes that the file system uses; a name that is not UTF-8, which only the command line can
/// pass, is also supported.
inline std::string filePath(const QString &path)
{
    return io::encodeFileName(path.toStdU16String());
}

inline QString pathText(const std::string &path)
{
    return QString::fromStdU16String(io::decodeFileName(path));
}

} // namespace anchorscope::gui
