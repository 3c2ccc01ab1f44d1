// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QApplication;
class QWidget;

namespace anchorscope::gui {

/// Current scale of text, points, marks, lines and icons. At 1, text has 13 pixels and small text 11. It is the scale
/// of the desktop's font (at least 1) times the user's setting, or the scale of a presentation.
double sizeFactor();

constexpr double smallestText = 0.8, largestText = 2.0; ///< range of the user's setting of the text size; 1 is the
                                                        ///< desktop's size

/// The user's text size for the current screen; for a screen without one the latest setting for any screen, or 1.
double savedTextSize();
/// Stores the user's text size, within the limits above, and applies it to open windows.
void setTextSize(QApplication &application, double choice);
/// Applies the text size stored for the screen that a window is on, also when it is moved to another screen.
void followScreen(QWidget &window);

/// Replaces the text size of desktop and user during a presentation; nullopt restores it. Open windows follow.
void setPresentationSize(QApplication &application, std::optional<double> factor);

/// During its lifetime, sizeFactor() is that of print: small text has `points` points, and marks and points have
/// matching sizes.
class PrintSize
{
public:
    explicit PrintSize(double points);
    ~PrintSize();
    PrintSize(const PrintSize &) = delete;
    PrintSize &operator=(const PrintSize &) = delete;
};
/// True while a PrintSize exists.
bool isPrinting();

/// Sets the application's fonts in the current size. The first call stores the desktop's font.
void applyFonts(QApplication &application);

} // namespace anchorscope::gui
