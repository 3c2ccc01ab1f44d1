// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace anchorscope::gui {

/// Translates a text in code outside of QObjects, which have a function tr() of their own. If `n` is given, it replaces
/// %n in the text.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("Anchorscope", text, nullptr, n);
}

} // namespace anchorscope::gui
