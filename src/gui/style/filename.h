// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/files/utf8.h"

#include <QString>

namespace anchorscope::gui {

/// Path in the bytes of the file system; also supports names that are not UTF-8.
inline std::string filePath(const QString &path)
{
    return io::encodeFileName(path.toStdU16String());
}

inline QString pathText(const std::string &path)
{
    return QString::fromStdU16String(io::decodeFileName(path));
}

} // namespace anchorscope::gui
