// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>

#include <vector>

class QApplication;
class QPalette;

namespace anchorscope::gui {

enum class ThemeChoice { System, Light, Dark };

/// Applies Fusion with our own palette, the bundled font and a small style sheet. System follows the lightness of the
/// desktop's palette at program start. May be called repeatedly; open views follow.
void applyTheme(QApplication &application, ThemeChoice choice);

/// Theme stored in the settings; System if none is stored or it is invalid.
ThemeChoice savedTheme();
void saveTheme(ThemeChoice choice);

/// Palette of the light or dark theme: text has a contrast of at least 4.5 : 1, outlines and accents at least 3 : 1 to
/// their background.
QPalette themePalette(bool dark);

/// The following functions depend on the application's current palette.
bool isDark();
QColor textColour();
QColor borderColour();   ///< colour of unobtrusive frames
QColor accent();         ///< accent colour, the only one: focus, selection, running jobs
QColor plotBackground(); ///< background colour of a plot
QColor gridColour();     ///< grid lines of a plot, deliberately faint
QColor axisColour();     ///< axis lines and outlines of controls
QColor mutedText();      ///< colour of secondary text, with a contrast of 4.5 : 1
QColor neutralPoint();   ///< colour of points without a class
QColor mutedPoint();     ///< colour of points that need no attention
QColor seedColour();     ///< colour of the marks of seeds, which always have an outline
QColor warningColour();
QColor errorColour();
QColor okColour();
QColor wrongColour(); ///< colour of items that a run matched incorrectly, not used elsewhere

QFont smallFont(); ///< font of labels and legends in plots
QFont titleFont(); ///< font of plot titles

/// Icon from ":/icons/<name>.svg", drawn in the text colour, in the accent colour when checked, pale when disabled.
/// Follows the theme without being set again. Never null: an unknown name gives the icon "info" and a warning on the
/// console.
QIcon icon(const QString &name);

/// The program's own icon, with fixed colours.
QIcon applicationIcon();

/// Colours for 0 … classes − 1 that are distinct for colour-blind users: Okabe–Ito up to 8 (one exchanged, as its
/// yellow is invisible on white and its black on dark), four more up to 12; beyond, these repeat darker and lighter.
std::vector<QColor> categoricalPalette(int classes);

/// During its lifetime, the functions above return the values of the light theme, for figures on white paper. Window's
/// thread only.
class LightTheme
{
public:
    LightTheme();
    ~LightTheme();
    LightTheme(const LightTheme &) = delete;
    LightTheme &operator=(const LightTheme &) = delete;
};

/// Contrast of two opaque colours, 1 … 21 (WCAG 2.1, relative luminance).
double contrastRatio(const QColor &a, const QColor &b);

} // namespace anchorscope::gui
