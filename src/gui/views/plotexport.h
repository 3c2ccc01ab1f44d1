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

/// Interface of views with a plot that can be exported.
class ExportablePlot
{
public:
    virtual ~ExportablePlot() = default;

    /// Draws the plot at the origin without a background; `size` in pixels of 1/96 inch. The screen does not change.
    virtual void drawPlot(QPainter &painter, const QSizeF &size) = 0;
    virtual void restyle() = 0;

    struct Part
    {
        QString name;
        bool shown;
    };
    virtual std::vector<Part> parts() const { return {}; }
    virtual void showPart(std::size_t, bool) {}
};

/// Maximum number of points of a panel that PDF and SVG files contain as shapes; more are drawn as one image. A shape
/// takes about 500 bytes of SVG, so that four panels of 5,000 points would take 10 MB.
constexpr int maxShapes = 1000;
/// Maximum number of anchors drawn as shapes; the outline of an anchor takes three times the bytes of a point.
constexpr int maxMarkShapes = 50;
/// Resolution of an image that replaces shapes, in pixels per 1/96 inch: 300 dots per inch.
constexpr double imageScale = 300.0 / 96;

struct ExportOptions
{
    enum class Background {
        White,       ///< light theme on a white background
        Transparent, ///< light theme; background only inside the plot area
        Theme,
    };

    QSizeF millimetres{160, 120};
    int dpi = 300; ///< resolution of PNG files in dots per inch
    Background background = Background::White;
    bool outlines = true;  ///< true if text in SVG files consists of shapes, so that the file needs no fonts
    double textPoints = 7; ///< size of small text in typographic points; most journals accept no smaller text
};

/// Preview of the exported file with `dpi` pixels per inch.
QImage plotImage(ExportablePlot &plot, const ExportOptions &options, double dpi);

/// Writes a plot as PNG, SVG or PDF, by the ending of the path. A failed export leaves an existing file unchanged.
Status exportPlot(QWidget &view, const QString &path, const ExportOptions &options);

} // namespace anchorscope::gui
