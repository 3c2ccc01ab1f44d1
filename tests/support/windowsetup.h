// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/style/theme.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

namespace anchorscope::test {

/// Longest wait in milliseconds: machines that run the tests may be busy, and sanitizers are slow.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
inline constexpr int patience = 1800000;
#else
inline constexpr int patience = 180000;
#endif

/// Set-up of every test with windows: empty settings of its own, and the light theme.
inline void setUpWindows(const QString &name)
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName("anchorscope-test");
    QCoreApplication::setApplicationName(name);
    QSettings().clear();
    gui::applyTheme(*qApp, gui::ThemeChoice::Light);
}

} // namespace anchorscope::test
