// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <QPolygonF>
#include <QRectF>

#include <memory>
#include <vector>

namespace anchorscope::gui {

/// Smallest rectangle around the finite rows of n × 2 coordinates; top() is the smallest y. Null if no row is finite.
QRectF boundsOf(const Matrix &points);

/// Uniform grid for finding points by position, in data coordinates, with about two points per cell, built by counting
/// sort in O(n). Points with coordinates that are not finite are omitted.
class PickGrid
{
public:
    PickGrid() = default;
    explicit PickGrid(std::shared_ptr<const Matrix> points /* n × 2 */);

    const std::shared_ptr<const Matrix> &points() const { return m_points; }
    bool empty() const { return m_items.empty(); }

    /// Row of the point nearest to `at` within `radius`, or −1; among equally near points, the lowest row.
    int nearest(QPointF at, double radius) const;
    /// Rows of the points inside `area` or on its border, ascending.
    std::vector<int> inside(const QRectF &area) const;
    /// Rows of the points inside a closed polygon (even–odd rule), ascending.
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
    /// For each cell the index in m_items of its first point; the last element is the size of m_items.
    std::vector<int> m_begin;
    std::vector<int> m_items; ///< rows of the points, sorted by cell and, within a cell, by row
};

} // namespace anchorscope::gui
