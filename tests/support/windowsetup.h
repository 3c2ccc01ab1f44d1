// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

namespace anchorscope::test {

/// What every test of windows begins with: settings of its own, empty, and the light theme.
inline void setUpWindows(const QString &name)
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName("anchorscope-test");
    QCoreApplication::setApplicationName(name);
    QSettings().clear();
    gui::applyTheme(*qApp, gui::ThemeChoice::Light);
}

} // namespace anchorscope::test
