// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QApplication;
class QWidget;

namespace anchorscope::gui {

/// Current size of letters, points, stars, lines and icons; at 1 text has 13 pixels, small text 11. The desktop's font
/// (at least 1) times the user's setting, or the size of a presentation.
double sizeFactor();

constexpr double smallestText = 0.8, largestText = 2.0; ///< range of the user's setting; 1 is the desktop's size

/// The user's choice, kept in the settings for each screen; for a screen without one the latest choice on any, and 1
/// where nothing sensible is kept.
double savedTextSize();
/// Keeps the choice, within the limits above, and applies it: open windows follow.
void setTextSize(QApplication &application, double choice);
/// Makes the sizes follow the screen that this window is on, also when it is moved.
void followScreen(QWidget &window);

/// In place of desktop and choice while a presentation lasts; none: these again. Open windows follow.
void setPresentationSize(QApplication &application, std::optional<double> factor);

/// During its lifetime, sizeFactor() is that of print: small text has `points` points, and marks and points have
/// matching sizes.
class PaperSize
{
public:
    explicit PaperSize(double points);
    ~PaperSize();
    PaperSize(const PaperSize &) = delete;
    PaperSize &operator=(const PaperSize &) = delete;
};
/// Whether a PaperSize exists.
bool isOnPaper();

/// Gives the application its fonts in the size of the moment; at its first call remembers the desktop's.
void applyFonts(QApplication &application);

} // namespace anchorscope::gui
