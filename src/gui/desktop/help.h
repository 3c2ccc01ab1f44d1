// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMainWindow;

namespace anchorscope::gui {

void showAbout(QMainWindow *window);

/// Path of a file installed with the program, e.g. "examples/data/words.h5"; empty if it is missing.
QString bundledFile(const QString &name);

} // namespace anchorscope::gui
