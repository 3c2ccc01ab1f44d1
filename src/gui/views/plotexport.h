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

/// Interface of views that contain a plot and can draw it for an export.
class ExportablePlot
{
public:
    virtual ~ExportablePlot() = default;

    /// Draws the plot at the origin, without a background, in a size given in pixels of 1/96 inch. The screen does not
    /// change.
    virtual void drawPlot(QPainter &painter, const QSizeF &size) = 0;
    /// Updates the plot to the colours of the current theme.
    virtual void restyle() = 0;

    struct Part
    {
        QString name;
        bool shown;
    };
    /// Parts of the plot that the user can omit in an export; empty by default.
    virtual std::vector<Part> parts() const { return {}; }
    virtual void showPart(std::size_t, bool) {}
};

/// Maximum number of points of a panel that PDF and SVG files contain as shapes; more points are drawn as one image. A
/// shape takes about 500 bytes of SVG: four panels of 5,000 points would be 10 MB.
constexpr int maxShapes = 1000;
/// Maximum number of anchors that are shapes in a file; an anchor's outline takes three times as many bytes as a point.
constexpr int maxMarkShapes = 50;
/// Pixels per layout pixel (1/96 inch) in an image that replaces shapes: 300 dots per inch.
constexpr double imageScale = 300.0 / 96;

struct ExportOptions
{
    enum class Background {
        White,       ///< colours of the light theme on a white background
        Transparent, ///< colours of the light theme; no background outside of the plot area
        Theme,       ///< colours and background of the current theme
    };

    QSizeF millimetres{160, 120};
    int dpi = 300; ///< resolution of a PNG file in dots per inch
    Background background = Background::White;
    bool outlines = true;  ///< whether text in an SVG file consists of shapes, instead of letters in a common font
    double textPoints = 7; ///< size of small text in typographic points; by default as small as most journals accept
};

/// Preview of the file that an export would write, with `dpi` pixels per inch.
QImage plotImage(ExportablePlot &plot, const ExportOptions &options, double dpi);

/// Writes a plot as PNG, SVG or PDF, depending on the ending of the path. PDF and SVG contain shapes or, for more than
/// maxShapes points, an image. An existing file is replaced only after the new one has been written completely.
Status exportPlot(QWidget &view, const QString &path, const ExportOptions &options);

} // namespace anchorscope::gui
