// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/style/filename.h"
#include "io/files/atomicfile.h"

#include <QByteArray>

namespace anchorscope::gui {

inline Status writeFile(const QString &path, const QByteArray &content)
{
    return io::writeAtomically(filePath(path), {content.constData(), static_cast<std::size_t>(content.size())});
}

} // namespace anchorscope::gui
