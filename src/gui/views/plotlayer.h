// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/viewtransform.h"

#include <QGraphicsObject>
#include <QImage>

namespace anchorscope::gui {

/// Item of a chart, painted over the plot area in the coordinates of a view. It ignores mouse events.
class PlotLayer : public QGraphicsObject
{
public:
    PlotLayer(QGraphicsItem *parent, double z) : QGraphicsObject(parent)
    {
        setZValue(z);
        setAcceptedMouseButtons(Qt::NoButton);
    }

    void setView(const ViewTransform &view)
    {
        if (view == m_view)
            return;
        if (view.plot != m_view.plot)
            prepareGeometryChange();
        m_view = view;
        update();
    }
    QRectF boundingRect() const override { return m_view.plot; }

protected:
    /// Transparent image of the plot area, with `ratio` device pixels per layout pixel.
    QImage blank(qreal ratio) const
    {
        QImage image((m_view.plot.size() * ratio).toSize().expandedTo({1, 1}), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        return image;
    }

    ViewTransform m_view;
};

} // namespace anchorscope::gui
