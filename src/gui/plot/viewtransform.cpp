// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/viewtransform.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

// Limits in pixels per data unit, beyond which the rounding of float coordinates (seven digits) would be visible.
constexpr double smallestScale = 1e-12;
constexpr double largestScale = 1e12;

double usable(double scale)
{
    return std::clamp(scale, smallestScale, largestScale);
}

} // namespace

ViewTransform ViewTransform::fitted(const QRectF &bounds, const QRectF &plot)
{
    constexpr double margin = 1.08;
    const double width = bounds.width() * margin;
    const double height = bounds.height() * margin;
    ViewTransform view{bounds.center(), 1, plot};
    if (width <= 0 && height <= 0)
        view.scale =
            std::min(plot.width(), plot.height()) / std::max(1.0, 1e-3 * std::hypot(view.centre.x(), view.centre.y()));
    else if (width <= 0)
        view.scale = plot.height() / height;
    else if (height <= 0)
        view.scale = plot.width() / width;
    else
        view.scale = std::min(plot.width() / width, plot.height() / height);
    view.scale = usable(view.scale);
    return view;
}

ViewTransform ViewTransform::zoomed(double factor, QPointF pixel) const
{
    const QPointF fixed = toData(pixel);
    ViewTransform view = *this;
    view.scale = usable(scale * factor);
    const QPointF offset = pixel - plot.center();
    view.centre = {fixed.x() - offset.x() / view.scale, fixed.y() + offset.y() / view.scale};
    return view;
}

ViewTransform ViewTransform::panned(QPointF pixels) const
{
    ViewTransform view = *this;
    view.centre += QPointF(-pixels.x() / scale, pixels.y() / scale);
    return view;
}

ViewTransform ViewTransform::resized(const QRectF &newPlot) const
{
    ViewTransform view{centre, scale, newPlot};
    if (!plot.isEmpty() && !newPlot.isEmpty())
        view.scale = usable(scale * std::min(newPlot.width() / plot.width(), newPlot.height() / plot.height()));
    return view;
}

} // namespace anchorscope::gui
