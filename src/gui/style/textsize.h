// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QApplication;
class QWidget;

namespace anchorscope::gui {

/// Scale of text, points, marks, lines and icons. At 1, text has 13 pixels, and small text 11. Usually the desktop's
/// scale (at least 1) times the user's text size; during a presentation, the scale of the presentation.
double sizeFactor();

/// Range of the user's text size; 1 is the size of the desktop's text.
constexpr double smallestText = 0.8, largestText = 2.0;

/// Text size that the user chose for this screen; without one, the latest choice for any screen; otherwise 1.
double savedTextSize();
/// Stores the user's text size, limited to smallestText … largestText, and applies it to open windows.
void setTextSize(QApplication &application, double choice);
/// Applies the text size for the screen of a window, also after the window moves to another screen.
void followScreen(QWidget &window);

/// Height of the text of labels and legends in pixels. In a presentation, this text is as large as all other text,
/// because the audience in the last row has to read it as well.
int smallTextHeight();

/// Sets the scale of a presentation for all windows; nullopt ends the presentation.
void setPresentationSize(QApplication &application, std::optional<double> factor);

/// While this object exists, sizeFactor() is the scale of print: small text has `points` typographic points.
class PrintSize
{
public:
    explicit PrintSize(double points);
    ~PrintSize();
    PrintSize(const PrintSize &) = delete;
    PrintSize &operator=(const PrintSize &) = delete;
};
bool isPrinting();

/// Sets the fonts of all widgets inside a widget that has a style sheet to the application's font. Qt does not do this
/// when the application's font changes.
void followFont(const QWidget &styled);

/// Sets the application's fonts to the text size. The first call stores the desktop's font.
void applyFonts(QApplication &application);

} // namespace anchorscope::gui
