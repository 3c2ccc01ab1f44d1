// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;

namespace anchorscope::gui {

/// Shows the version, the papers and the licence in a window that does not block the main window.
void showAbout(QMainWindow *window);

/// Path of a file that is installed with the program, e.g. "examples/data/words.h5"; empty if it is missing.
QString bundledFile(const QString &name);

} // namespace anchorscope::gui
