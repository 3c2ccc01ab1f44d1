// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <QPolygonF>
#include <QRectF>

#include <memory>
#include <vector>

namespace anchorscope::gui {

/// Rectangle around the finite rows of n × 2 coordinates; top() is the smallest y. Null: no finite row.
QRectF boundsOf(const Matrix &points);

/// Grid of cells with about two points each, for finding points by position. Omits points that are not finite.
class PickGrid
{
public:
    PickGrid() = default;
    explicit PickGrid(std::shared_ptr<const Matrix> points /* n × 2 */);

    const std::shared_ptr<const Matrix> &points() const { return m_points; }
    bool empty() const { return m_items.empty(); }

    /// Row of the point nearest to `at` within `radius`, or the lowest of equally near ones; −1: none.
    int nearest(QPointF at, double radius) const;
    /// Rows of the points in `area` or on its border, ascending.
    std::vector<int> inside(const QRectF &area) const;
    /// Rows of the points in a closed polygon (even–odd rule), ascending.
    std::vector<int> inside(const QPolygonF &polygon) const;

private:
    struct Cells
    {
        int left, right, bottom, top;
    };
    Cells cellsOf(const QRectF &area) const;
    template <class Test> void collect(int line, const Cells &cells, const Test &test, std::vector<int> &found) const;
    int columnOf(double x) const;
    int lineOf(double y) const;

    std::shared_ptr<const Matrix> m_points;
    QRectF m_bounds;
    int m_columns = 0;
    int m_lines = 0;
    /// Index in m_items of each cell's first point; the last element is the size of m_items.
    std::vector<int> m_begin;
    std::vector<int> m_items; ///< rows of the points, sorted by cell and row
};

} // namespace anchorscope::gui
