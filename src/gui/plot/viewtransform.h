// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

namespace anchorscope::gui {

/// Transform from data coordinates (y up) to pixels (y down), with the same scale for both axes.
struct ViewTransform
{
    QPointF centre;          ///< data coordinates in the middle of the plot
    double scale = 1;        ///< scale in pixels per data unit, above zero
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

    /// Visible data coordinates; top() is the smallest y.
    QRectF visible() const
    {
        const double width = plot.width() / scale;
        const double height = plot.height() / scale;
        return {centre.x() - width / 2, centre.y() - height / 2, width, height};
    }

    /// True if `bounds`, in data coordinates, are visible and fill more than half of the plot's width or height.
    bool suits(const QRectF &bounds) const
    {
        const QRectF seen = visible();
        return seen.contains(bounds) && (2 * bounds.width() > seen.width() || 2 * bounds.height() > seen.height());
    }

    /// View of `bounds`, in data coordinates, with margins of 4%, at least `margin` pixels. Around a single point, at
    /// least one unit is visible.
    static ViewTransform fitted(const QRectF &bounds, const QRectF &plot, double margin = 0);

    /// View zoomed by `factor`; the data coordinates at `pixel` do not change.
    ViewTransform zoomed(double factor, QPointF pixel) const;
    ViewTransform panned(QPointF pixels) const;
    /// View of the same data in another plot area; the data coordinates in the middle do not change.
    ViewTransform resized(const QRectF &newPlot) const;

    bool operator==(const ViewTransform &) const = default;
};

} // namespace anchorscope::gui
