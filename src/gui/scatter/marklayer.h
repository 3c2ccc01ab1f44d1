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

/// Layer above the points of a panel: marks of anchors and seeds, rings around highlighted points, and the box or lasso
/// that the user is dragging. Painting this layer does not redraw the points below.
class MarkLayer : public PlotLayer
{
    Q_OBJECT

public:
    MarkLayer(QGraphicsItem *parent, double z);

    void setPoints(std::shared_ptr<const Matrix> coordinates);
    void setMarks(std::vector<Mark> marks);
    void setHighlighted(std::vector<int> points);
    void setChosen(std::vector<int> points); ///< sets the selected points, ascending; the marks of other points fade
    void setArea(const QPolygonF &pixels);   ///< sets the box or lasso that the user is dragging; empty for neither

    /// Sets lines between points, in the coordinates of the points. If `thin` is a valid colour, lines are thin and
    /// have this colour; otherwise they have marked ends. Empty: no lines.
    void setTrajectories(std::vector<QPolygonF> trajectories, const QColor &thin = {});
    void setArcs(std::vector<Arc> arcs);
    void restyle(); ///< redraws the marks in the colours of the current theme

    const std::vector<int> &highlighted() const { return m_highlighted; }

    void paint(QPainter *painter, const QStyleOptionGraphicsItem *option, QWidget *widget) override;

private:
    /// Computes the position of a point in pixels. Returns false if the point does not exist or is outside the plot.
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
    QColor m_thin;                ///< colour of thin lines; invalid if the lines have marked ends
    QHash<int, QPixmap> m_images; ///< cached images of marks, by kind of mark
    qreal m_ratio = 0;            ///< device pixel ratio for which the cached images were drawn
};

} // namespace anchorscope::gui
