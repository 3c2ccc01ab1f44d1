// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <QImage>
#include <QSizeF>
#include <QString>

#include <vector>

class QPainter;
class QWidget;

namespace anchorscope::gui {

/// Interface of views that can draw themselves for export.
class ExportablePlot
{
public:
    virtual ~ExportablePlot() = default;

    /// Draws the plot for a size in pixels of 1/96 inch, without a background, at the origin. The screen does not
    /// change.
    virtual void drawPlot(QPainter &painter, const QSizeF &size) = 0;
    /// Applies the colours of the current theme.
    virtual void restyle() = 0;

    struct Part
    {
        QString name;
        bool shown;
    };
    /// Parts of the plot that an export can omit; by default empty.
    virtual std::vector<Part> parts() const { return {}; }
    virtual void showPart(std::size_t, bool) {}
};

/// Maximum number of points of a panel that PDF and SVG contain as shapes; more are drawn as one image. A shape takes
/// about 500 bytes of SVG: four panels of 5,000 points would be 10 MB.
constexpr int maxShapes = 1000;
constexpr int maxMarkShapes = 50;         ///< like maxShapes, for anchors, whose outlines take three times as much
constexpr double imageScale = 300.0 / 96; ///< resolution of the image that replaces more points: 300 dots per inch

struct ExportOptions
{
    enum class Background {
        White,       ///< light colours on a white background
        Transparent, ///< light colours, no background outside of the plot area
        Theme,       ///< colours of the current theme
    };

    QSizeF millimetres{160, 120};
    int dpi = 300; ///< resolution of PNG files in dots per inch
    Background background = Background::White;
    bool outlines = true;  ///< true: SVG contains letters as shapes; false: as text in a common font
    double textPoints = 7; ///< size of small text in points, the minimum of journals
};

/// Preview of an exported file, with `dpi` pixels per inch.
QImage plotImage(ExportablePlot &plot, const ExportOptions &options, double dpi);

/// Writes a plot as PNG, SVG or PDF, by the ending of the path. PDF and SVG contain shapes, except for many points
/// (maxShapes). An existing file is replaced only when the new one is complete.
Status exportPlot(QWidget &view, const QString &path, const ExportOptions &options);

} // namespace anchorscope::gui
