// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

namespace anchorscope::gui {

/// Transform from data coordinates to pixels of the screen, with one scale for both axes, so that plots are never
/// stretched. The y axis points up in data coordinates, down in pixels.
struct ViewTransform
{
    QPointF centre;          ///< data coordinates at the middle of the plot area
    double scale = 1;        ///< pixels per data unit, above zero
    QRectF plot{0, 0, 1, 1}; ///< plot area in pixels

    QPointF toPixel(QPointF data) const
    {
        const QPointF middle = plot.center();
        return {middle.x() + (data.x() - centre.x()) * scale, middle.y() - (data.y() - centre.y()) * scale};
    }

    QPointF toData(QPointF pixel) const
    {
        const QPointF middle = plot.center();
        return {centre.x() + (pixel.x() - middle.x()) / scale, centre.y() - (pixel.y() - middle.y()) / scale};
    }

    /// Visible range of the data coordinates; top() is the smallest y.
    QRectF visible() const
    {
        const double width = plot.width() / scale;
        const double height = plot.height() / scale;
        return {centre.x() - width / 2, centre.y() - height / 2, width, height};
    }

    /// True if `bounds`, in data coordinates, are completely visible and not small on the screen.
    bool suits(const QRectF &bounds) const
    {
        const QRectF seen = visible();
        return seen.contains(bounds) && (2 * bounds.width() > seen.width() || 2 * bounds.height() > seen.height());
    }

    /// View that shows `bounds`, in data coordinates, with a margin of 4% on each side. Around a single point, at least
    /// one unit is visible.
    static ViewTransform fitted(const QRectF &bounds, const QRectF &plot);

    /// View zoomed by `factor`, with the same data coordinates at `pixel` as before.
    ViewTransform zoomed(double factor, QPointF pixel) const;
    /// View after the user has dragged the data by `pixels`.
    ViewTransform panned(QPointF pixels) const;
    /// View for another plot area, with the same data coordinates at its middle and a scale at which the same data are
    /// visible.
    ViewTransform resized(const QRectF &newPlot) const;

    bool operator==(const ViewTransform &) const = default;
};

} // namespace anchorscope::gui
