// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QApplication;
class QWidget;

namespace anchorscope::gui {

/// Current scale of text, points, marks, lines and icons; at 1, text has 13 pixels and small text 11 pixels. The scale
/// is that of the desktop's font (at least 1) times the user's setting or, during a presentation, the scale of the
/// presentation.
double sizeFactor();

/// Range of the user's setting of the text size; 1 is the size of the desktop's text.
constexpr double smallestText = 0.8, largestText = 2.0;

/// Text size that the user chose for the current screen; without one, the latest choice for any screen, otherwise 1.
double savedTextSize();
/// Stores the user's setting of the text size, limited to smallestText … largestText, and applies it to open windows.
void setTextSize(QApplication &application, double choice);
/// Applies the text size that is stored for the screen of a window, also when the window is moved to another screen.
void followScreen(QWidget &window);

/// Sets the scale of a presentation, which replaces the text sizes of the desktop and the user; nullopt ends this. Open
/// windows are updated.
void setPresentationSize(QApplication &application, std::optional<double> factor);

/// Object during whose lifetime sizeFactor() returns the scale of print: small text has `points` typographic points,
/// and marks in plots have matching sizes.
class PrintSize
{
public:
    explicit PrintSize(double points);
    ~PrintSize();
    PrintSize(const PrintSize &) = delete;
    PrintSize &operator=(const PrintSize &) = delete;
};
/// True while an object of the class PrintSize exists.
bool isPrinting();

/// Sets the application's fonts to the current text size. The first call stores the desktop's font.
void applyFonts(QApplication &application);

} // namespace anchorscope::gui
