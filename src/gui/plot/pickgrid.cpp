// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/pickgrid.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

bool finite(const Matrix &points, Index row)
{
    return std::isfinite(points(row, 0)) && std::isfinite(points(row, 1));
}

std::pair<QRectF, Index> measure(const Matrix &points)
{
    double left = 0, right = 0, bottom = 0, top = 0;
    Index count = 0;
    for (Index i = 0; i < points.rows(); ++i) {
        if (!finite(points, i))
            continue;
        const double x = points(i, 0), y = points(i, 1);
        left = count ? std::min(left, x) : x;
        right = count ? std::max(right, x) : x;
        bottom = count ? std::min(bottom, y) : y;
        top = count ? std::max(top, y) : y;
        ++count;
    }
    return {count ? QRectF(QPointF(left, bottom), QPointF(right, top)) : QRectF(), count};
}

int cellOf(double value, double begin, double length, int cells)
{
    if (length <= 0)
        return 0;
    return static_cast<int>(std::clamp((value - begin) / length * cells, 0.0, cells - 1.0));
}

} // namespace

QRectF boundsOf(const Matrix &points)
{
    return measure(points).first;
}

PickGrid::PickGrid(std::shared_ptr<const Matrix> points) : m_points(std::move(points))
{
    const Matrix &all = *m_points;
    Index count = 0;
    std::tie(m_bounds, count) = measure(all);
    if (count == 0)
        return;
    const double aspect = m_bounds.height() > 0 ? std::clamp(m_bounds.width() / m_bounds.height(), 1e-3, 1e3) : 1;
    const double cells = std::max(1.0, static_cast<double>(count) / 2);
    m_columns = std::max(1, static_cast<int>(std::sqrt(cells * aspect)));
    m_lines = std::max(1, static_cast<int>(cells / m_columns));

    std::vector<int> cell(static_cast<std::size_t>(all.rows()), -1);
    m_begin.assign(static_cast<std::size_t>(m_columns) * m_lines + 1, 0);
    for (Index i = 0; i < all.rows(); ++i) {
        if (!finite(all, i))
            continue;
        cell[i] = lineOf(all(i, 1)) * m_columns + columnOf(all(i, 0));
        ++m_begin[cell[i] + 1];
    }
    for (std::size_t c = 1; c < m_begin.size(); ++c)
        m_begin[c] += m_begin[c - 1];
    m_items.resize(count);
    std::vector<int> next(m_begin.begin(), m_begin.end() - 1);
    for (Index i = 0; i < all.rows(); ++i) {
        if (cell[i] >= 0)
            m_items[next[cell[i]]++] = static_cast<int>(i);
    }
}

int PickGrid::columnOf(double x) const
{
    return cellOf(x, m_bounds.left(), m_bounds.width(), m_columns);
}

int PickGrid::lineOf(double y) const
{
    return cellOf(y, m_bounds.top(), m_bounds.height(), m_lines);
}

PickGrid::Cells PickGrid::cellsOf(const QRectF &area) const
{
    return {columnOf(area.left()), columnOf(area.right()), lineOf(area.top()), lineOf(area.bottom())};
}

int PickGrid::nearest(QPointF at, double radius) const
{
    if (empty())
        return -1;
    const Cells cells = cellsOf({at.x() - radius, at.y() - radius, 2 * radius, 2 * radius});
    int best = -1;
    double bestSquare = radius * radius;
    for (int line = cells.bottom; line <= cells.top; ++line) {
        const std::size_t first = static_cast<std::size_t>(line) * m_columns;
        for (int k = m_begin[first + cells.left]; k < m_begin[first + cells.right + 1]; ++k) {
            const int item = m_items[k];
            const double dx = (*m_points)(item, 0) - at.x();
            const double dy = (*m_points)(item, 1) - at.y();
            const double square = dx * dx + dy * dy;
            if (square < bestSquare || (square == bestSquare && (best < 0 || item < best))) {
                best = item;
                bestSquare = square;
            }
        }
    }
    return best;
}

template <class Test>
void PickGrid::collect(int line, const Cells &cells, const Test &test, std::vector<int> &found) const
{
    const std::size_t first = static_cast<std::size_t>(line) * m_columns;
    for (int k = m_begin[first + cells.left]; k < m_begin[first + cells.right + 1]; ++k) {
        if (test((*m_points)(m_items[k], 0), (*m_points)(m_items[k], 1)))
            found.push_back(m_items[k]);
    }
}

std::vector<int> PickGrid::inside(const QRectF &area) const
{
    std::vector<int> found;
    if (empty())
        return found;
    const QRectF rectangle = area.normalized();
    const Cells cells = cellsOf(rectangle);
    const auto test = [&](double x, double y) {
        return x >= rectangle.left() && x <= rectangle.right() && y >= rectangle.top() && y <= rectangle.bottom();
    };
    for (int line = cells.bottom; line <= cells.top; ++line)
        collect(line, cells, test, found);
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<int> PickGrid::inside(const QPolygonF &polygon) const
{
    std::vector<int> found;
    if (empty() || polygon.size() < 3)
        return found;
    // Tests points only against the polygon's edges in the same row of cells, which are few even for a complex lasso.
    const Cells cells = cellsOf(polygon.boundingRect());
    std::vector<std::vector<QLineF>> edges(m_lines);
    for (qsizetype i = 0; i < polygon.size(); ++i) {
        const QLineF edge(polygon[i], polygon[(i + 1) % polygon.size()]);
        const int last = lineOf(std::max(edge.y1(), edge.y2()));
        for (int line = lineOf(std::min(edge.y1(), edge.y2())); line <= last; ++line)
            edges[line].push_back(edge);
    }
    for (int line = cells.bottom; line <= cells.top; ++line) {
        const auto test = [&near = edges[line]](double x, double y) {
            bool in = false;
            for (const QLineF &edge : near) {
                if ((edge.y1() > y) != (edge.y2() > y))
                    in ^= x < edge.x1() + (y - edge.y1()) / (edge.y2() - edge.y1()) * (edge.x2() - edge.x1());
            }
            return in;
        };
        collect(line, cells, test, found);
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace anchorscope::gui
