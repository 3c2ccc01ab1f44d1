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

ViewTransform ViewTransform::fitted(const QRectF &bounds, const QRectF &plot, double margin)
{
    const auto inside = [&](double length) {
        return std::max(length / 2, std::min(length / 1.08, length - 2 * margin));
    };
    ViewTransform view{bounds.center(), 1, plot};
    if (bounds.width() <= 0 && bounds.height() <= 0)
        view.scale =
            std::min(plot.width(), plot.height()) / std::max(1.0, 1e-3 * std::hypot(view.centre.x(), view.centre.y()));
    else if (bounds.width() <= 0)
        view.scale = inside(plot.height()) / bounds.height();
    else if (bounds.height() <= 0)
        view.scale = inside(plot.width()) / bounds.width();
    else
        view.scale = std::min(inside(plot.width()) / bounds.width(), inside(plot.height()) / bounds.height());
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
