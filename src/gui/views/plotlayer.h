// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/plot/viewtransform.h"

#include <QGraphicsObject>

namespace anchorscope::gui {

/// Something drawn over the plot area of a chart, in the coordinates of a view. It lets the mouse through.
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
    ViewTransform m_view;
};

} // namespace anchorscope::gui
