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

/// Applies the style Fusion with our own palette, the bundled font and a small style sheet. System: light or dark like
/// the desktop when the program started. Can be called repeatedly; open views are updated.
void applyTheme(QApplication &application, ThemeChoice choice);

/// Theme in the settings; System if it is missing or invalid.
ThemeChoice savedTheme();
void saveTheme(ThemeChoice choice);

/// Palette of a theme. The contrast to the background is at least 4.5 : 1 for text, and 3 : 1 for outlines and accents.
QPalette themePalette(bool dark);

/// True if the palette of the application is dark; the colours below depend on this.
bool isDark();
QColor textColour();
QColor borderColour(); ///< colour of unobtrusive frames around widgets
QColor accent();       ///< accent colour for the focus, selections and running jobs
QColor plotBackground();
QColor gridColour();
QColor axisColour();   ///< colour of axes and of the outlines of controls
QColor mutedText();    ///< colour of secondary text; contrast 4.5 : 1 to the background
QColor neutralPoint(); ///< colour of points without a class
QColor mutedPoint();   ///< colour of points that do not need attention
QColor seedColour();   ///< colour of the marks of seeds, which have an outline
QColor warningColour();
QColor errorColour();
QColor okColour();
QColor wrongColour(); ///< colour of wrong matches of a run, and of nothing else

QFont smallFont(); ///< font of labels and legends in plots
QFont titleFont(); ///< font of the titles of plots

/// Icon ":/icons/<name>.svg" in the text colour; in the accent colour if checked, pale if disabled; follows the theme.
/// An unknown name gives the icon "info" and a warning on the console.
QIcon icon(const QString &name);

QIcon applicationIcon();

/// Colours for the classes 0 … classes − 1 that colour-blind users can distinguish. The first 8 are those of Okabe and
/// Ito, with violet instead of yellow, and on a dark background light grey instead of black. From the 13th class on,
/// the 12 colours repeat in darker shades (lighter on a dark background).
std::vector<QColor> categoricalPalette(int classes);

/// While this object exists, the colours are those of the light theme, for figures on paper. Used only on the thread of
/// the window.
class LightTheme
{
public:
    LightTheme();
    ~LightTheme();
    LightTheme(const LightTheme &) = delete;
    LightTheme &operator=(const LightTheme &) = delete;
};

/// Mixes `share` (in [0, 1]) of colour b into colour a.
QColor mixedColour(const QColor &a, const QColor &b, double share);
/// Contrast of two opaque colours, 1 … 21 (WCAG 2.1, relative luminance).
double contrastRatio(const QColor &a, const QColor &b);

} // namespace anchorscope::gui
