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

/// Applies the style Fusion with our own palette, the bundled font and a small style sheet. The choice System means
/// light or dark, as the desktop was at the start of the program. May be called repeatedly; open views are updated.
void applyTheme(QApplication &application, ThemeChoice choice);

/// Theme that is stored in the settings; System if none is stored or the stored one is invalid.
ThemeChoice savedTheme();
void saveTheme(ThemeChoice choice);

/// Palette of the light or the dark theme. Text has a contrast of at least 4.5 : 1 to its background, outlines and
/// accents at least 3 : 1.
QPalette themePalette(bool dark);

/// True if the application's current palette is dark; the colours returned by the functions below also depend on this.
bool isDark();
QColor textColour();
QColor borderColour();   ///< colour of unobtrusive frames around widgets
QColor accent();         ///< accent colour, used for the focus, selections and running jobs; the theme has only one
QColor plotBackground(); ///< background colour of a plot
QColor gridColour();     ///< colour of the grid lines in a plot, deliberately faint
QColor axisColour();     ///< colour of axis lines and of the outlines of controls
QColor mutedText();      ///< colour of secondary text, with a contrast of 4.5 : 1 to the background
QColor neutralPoint();   ///< colour of points without a class
QColor mutedPoint();     ///< colour of points that do not need attention
QColor seedColour();     ///< colour of the marks of seeds, which are always outlined
QColor warningColour();
QColor errorColour();
QColor okColour();
QColor wrongColour(); ///< colour of items with a wrong match in a run; not used for anything else

QFont smallFont(); ///< font of labels and legends in plots
QFont titleFont(); ///< font of plot titles

/// Icon from ":/icons/<name>.svg", drawn in the text colour; in the accent colour if checked, pale if disabled. The
/// icon adapts to a change of the theme. An unknown name yields the icon "info" and a warning on the console, never a
/// null icon.
QIcon icon(const QString &name);

/// Icon of the program, in fixed colours.
QIcon applicationIcon();

/// Colours for the classes 0 … classes − 1 that colour-blind users can distinguish. The first 8 are those of Okabe and
/// Ito, with violet instead of yellow, and with light grey instead of black on a dark background. Four more follow;
/// from the 13th class on, the colours repeat in darker shades (lighter ones on a dark background).
std::vector<QColor> categoricalPalette(int classes);

/// Object during whose lifetime the functions for colours return those of the light theme, for figures on white paper.
/// Used only on the thread of the window.
class LightTheme
{
public:
    LightTheme();
    ~LightTheme();
    LightTheme(const LightTheme &) = delete;
    LightTheme &operator=(const LightTheme &) = delete;
};

/// Contrast between two opaque colours, 1 … 21 (WCAG 2.1, relative luminance).
double contrastRatio(const QColor &a, const QColor &b);

} // namespace anchorscope::gui
