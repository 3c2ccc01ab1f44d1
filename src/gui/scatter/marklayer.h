// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/plot/pointstyle.h"
#include "gui/scatter/arcs.h"
#include "gui/views/plotlayer.h"

#include <QHash>
#include <QPixmap>
#include <QPolygonF>

#include <memory>
#include <span>

namespace anchorscope::gui {

/// Layer above a panel's points: marks of anchors and seeds, rings around highlighted points, and the dragged box or
/// lasso. Painting this layer does not redraw the points.
class MarkLayer : public PlotLayer
{
    Q_OBJECT

public:
    MarkLayer(QGraphicsItem *parent, double z);

    void setPoints(std::shared_ptr<const Matrix> coordinates);
    void setMarks(std::vector<Mark> marks);
    void setHighlighted(std::vector<int> points);
    void setChosen(std::vector<int> points); ///< sets the selected points, ascending; the marks of others fade
    void setArea(const QPolygonF &pixels);   ///< sets the box or lasso that the user is dragging; empty: none

    /// Sets lines in data coordinates: thin lines in the colour `thin` or, if this is invalid, lines with marked ends.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs);
    void restyle();

    const std::vector<int> &highlighted() const { return m_highlighted; }

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    /// Computes the pixel of a point; false if the point does not exist or is outside the plot.
    bool place(int point, QPointF &pixel) const;
    void paintMarks(QPainter *painter, qreal ratio);
    void paintShapes(QPainter *painter) const;
    void paintMarkShapes(QPainter *painter, std::span<const Mark> marks) const;
    const QPixmap &image(MarkKind kind, qreal ratio);
    double opacityOf(const Mark &mark) const;
    void paintTrajectories(QPainter *painter) const;
    void paintRing(QPainter *painter, QPointF point) const;
    void updateAround(const std::vector<int> &points);

    std::shared_ptr<const Matrix> m_points;
    std::vector<Mark> m_marks;
    std::vector<int> m_highlighted, m_chosen;
    QPolygonF m_area;
    std::vector<Arc> m_arcs;
    std::vector<QPolygonF> m_trajectories;
    QColor m_thin;
    QHash<int, QPixmap> m_images; ///< cached images of marks, by kind of mark
    double m_seedSize = 1;        ///< size of the marks of seeds, as a share of the usual size
    qreal m_ratio = 0;            ///< device pixel ratio of the cached images
};

} // namespace anchorscope::gui
