// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace anchorscope::gui {

/// Translates a text outside of QObjects. If `n` is given, it replaces %n.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("Anchorscope", text, nullptr, n);
}

} // namespace anchorscope::gui
