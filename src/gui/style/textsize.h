// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

class QApplication;
class QWidget;

namespace anchorscope::gui {

/// How large letters, points, stars, lines and icons are at this moment; at 1 text has 13 pixels, small text 11. The
/// desktop's font (never below 1), times the user's choice, or what a presentation asks for.
double sizeFactor();

constexpr double smallestText = 0.8, largestText = 2.0; ///< of the user's choice, 1 being the desktop's size

/// The user's choice, kept in the settings for each screen; for a screen without one the latest choice on any, and 1
/// where nothing sensible is kept.
double savedTextSize();
/// Keeps the choice, within the limits above, and applies it: open windows follow.
void setTextSize(QApplication &application, double choice);
/// From now on the sizes are those of the screen that this window is on, wherever it is moved.
void followScreen(QWidget &window);

/// In place of desktop and choice while a presentation lasts; none: these again. Open windows follow.
void setPresentationSize(QApplication &application, std::optional<double> factor);

/// While it lives, sizeFactor() is that of paper: small text has so many points. Marks and points have sizes of paper,
/// too.
class PaperSize
{
public:
    explicit PaperSize(double points);
    ~PaperSize();
    PaperSize(const PaperSize &) = delete;
    PaperSize &operator=(const PaperSize &) = delete;
};
/// Whether there is one.
bool isOnPaper();

/// Gives the application its fonts in the size of the moment; at its first call remembers the desktop's.
void applyFonts(QApplication &application);

} // namespace anchorscope::gui
