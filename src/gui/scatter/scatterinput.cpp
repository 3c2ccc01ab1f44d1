// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard input of ScatterView.
#include "gui/scatter/scatterview.h"

#include "gui/scatter/labellayer.h"
#include "gui/scatter/marklayer.h"
#include "gui/style/textsize.h"
#include "gui/views/plotchart.h"

#include <QHash>
#include <QKeyEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace anchorscope::gui {

namespace {

constexpr double maxFrameZoom = 12; ///< maximum zoom of frame() relative to fit(); keeps the surroundings visible

} // namespace

void ScatterView::fit()
{
    m_fitted = true;
    if (m_points)
        setView(fitted());
    Q_EMIT viewChosen();
}

void ScatterView::zoom(double factor)
{
    choose(m_view.zoomed(factor, m_view.plot.center()));
}

void ScatterView::choose(const ViewTransform &view)
{
    m_fitted = false;
    m_chosenView = view;
    setView(view);
    Q_EMIT viewChosen();
}

void ScatterView::reveal(int point)
{
    if (!m_points || point < 0 || point >= m_points->rows() || placeOf(point))
        return;
    const QPointF at((*m_points)(point, 0), (*m_points)(point, 1));
    if (std::isfinite(at.x() + at.y()))
        choose({at, m_view.scale, m_view.plot});
}

void ScatterView::frame(const std::vector<int> &points)
{
    if (!m_points)
        return;
    std::array<std::vector<double>, 2> places;
    for (const int point : points) {
        if (point < m_points->rows() && std::isfinite((*m_points)(point, 0) + (*m_points)(point, 1))) {
            places[0].push_back((*m_points)(point, 0));
            places[1].push_back((*m_points)(point, 1));
        }
    }
    const std::size_t count = places[0].size();
    if (count < 2)
        return;
    for (std::vector<double> &along : places)
        std::ranges::sort(along);
    const std::size_t low = count / 10, high = count - 1 - low;
    const QPointF from(places[0][low], places[1][low]), to(places[0][high], places[1][high]);
    const QPointF margin = 0.15 * (to - from);
    ViewTransform view = ViewTransform::fitted({from - margin, to + margin}, m_view.plot);
    view.scale = std::min(view.scale, fitted().scale * maxFrameZoom);
    choose(view);
}

void ScatterView::showLike(const ScatterView &other)
{
    m_motion.stop();
    if (m_points && m_shown != m_points)
        showPoints(m_points);
    m_fitted = other.m_fitted;
    m_chosenView = {other.m_view.centre, other.m_view.scale, m_view.plot};
    setView(m_chosenView);
}

QPoint ScatterView::positionOf(int point) const
{
    return m_view.toPixel({(*m_points)(point, 0), (*m_points)(point, 1)}).toPoint();
}

std::optional<QPointF> ScatterView::placeOf(int point) const
{
    if (!m_shown || point < 0 || point >= m_shown->rows())
        return std::nullopt;
    const QPointF place = m_view.toPixel({(*m_shown)(point, 0), (*m_shown)(point, 1)});
    const bool inSight = std::isfinite(place.x() + place.y()) && m_view.plot.contains(place);
    return inSight ? std::optional(place) : std::nullopt;
}

void ScatterView::setArcs(std::vector<Arc> arcs)
{
    m_labels->setArcs(arcs);
    m_overlay->setArcs(std::move(arcs));
}

int ScatterView::pointAt(const QPoint &viewportPosition, double reach) const
{
    if (!m_view.plot.contains(viewportPosition))
        return -1;
    if (const int pinned = m_labels->pinAt(viewportPosition); pinned >= 0)
        return pinned;
    return m_grid.nearest(m_view.toData(viewportPosition), reach * sizeFactor() / m_view.scale);
}

void ScatterView::hover(int point, QPoint globalPosition)
{
    if (point == m_hovered)
        return;
    m_hovered = point;
    Q_EMIT hovered(point, globalPosition);
}

void ScatterView::hoverAt(QPoint position, QPoint globalPosition)
{
    const int point = pointAt(position);
    if (point < 0 && m_hovered < 0)
        Q_EMIT pointed(globalPosition);
    hover(point, globalPosition);
}

void ScatterView::selectArea(const QPolygonF &area, Qt::KeyboardModifiers modifiers)
{
    QPolygonF corners;
    for (const QPointF &corner : area)
        corners << m_view.toData(corner);
    Q_EMIT areaSelected(tool() == Tool::Box ? m_grid.inside(corners.boundingRect()) : m_grid.inside(corners),
                        modifiers);
}

void ScatterView::keyPressEvent(QKeyEvent *event)
{
    static const QHash<int, QPointF> directions = {
        {Qt::Key_Left, {-1, 0}}, {Qt::Key_Right, {1, 0}}, {Qt::Key_Up, {0, -1}}, {Qt::Key_Down, {0, 1}}};
    const int key = event->key();
    if (const auto direction = directions.find(key); direction != directions.end()) {
        constexpr double step = 40;
        if (event->modifiers() & Qt::ControlModifier) {
            walk(*direction);
        } else {
            choose(m_view.panned(-step * *direction));
        }
    } else if (key == Qt::Key_Plus || key == Qt::Key_Equal) {
        zoom(1.25);
    } else if (key == Qt::Key_Minus) {
        zoom(0.8);
    } else if (key == Qt::Key_F && event->modifiers() == Qt::NoModifier) {
        fit();
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && walkedTo() >= 0) {
        Q_EMIT clicked(walkedTo(), event->modifiers());
    } else if (key != Qt::Key_Escape || !m_gestures->abandonArea()) {
        QWidget::keyPressEvent(event);
    }
}

/// Hovered point or, without one, the partner of the point hovered in another panel.
int ScatterView::walkedTo() const
{
    const std::vector<int> &highlighted = m_overlay->highlighted();
    return m_hovered >= 0 || highlighted.empty() ? m_hovered : highlighted.front();
}

/// Hovers the next visible point in a direction (pixels, y down); without a current point, the middlemost one.
void ScatterView::walk(QPointF direction)
{
    if (!m_points)
        return;
    const int here = walkedTo();
    const bool begins = here < 0;
    const QPointF from = begins ? m_view.plot.center() : m_view.toPixel({(*m_points)(here, 0), (*m_points)(here, 1)});
    int best = -1;
    double bestCost = std::numeric_limits<double>::max();
    for (Index i = 0; i < m_points->rows(); ++i) {
        const QPointF pixel = m_view.toPixel({(*m_points)(i, 0), (*m_points)(i, 1)});
        if (static_cast<int>(i) == here || !std::isfinite(pixel.x() + pixel.y()) || !m_view.plot.contains(pixel))
            continue;
        const QPointF way = pixel - from;
        const double ahead = QPointF::dotProduct(way, direction);
        const double aside = std::abs(way.x() * direction.y() - way.y() * direction.x());
        const double cost = begins ? std::hypot(way.x(), way.y()) : ahead + 2 * aside;
        if ((begins || (ahead > 0 && aside <= ahead)) && cost < bestCost) {
            best = static_cast<int>(i);
            bestCost = cost;
        }
    }
    if (best >= 0)
        hover(best, viewport()->mapToGlobal(positionOf(best)));
}

void ScatterView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    Q_EMIT left();
}

} // namespace anchorscope::gui
