// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace anchorscope::gui {

/// Translates a text for code outside of QObjects, which have a tr() of their own. With `n`, %n is replaced by that
/// number.
inline QString tr(const char *text, int n = -1)
{
    return QCoreApplication::translate("Anchorscope", text, nullptr, n);
}

} // namespace anchorscope::gui
