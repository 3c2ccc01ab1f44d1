// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <QPolygonF>
#include <QRectF>

#include <memory>
#include <vector>

namespace anchorscope::gui {

/// Smallest rectangle around the finite rows of n × 2 coordinates; top() is the smallest y. Null without such rows.
QRectF boundsOf(const Matrix &points);

/// Uniform grid over points in data coordinates, about two points per cell, built by counting sort in O(n). Points that
/// are not finite are omitted.
class PickGrid
{
public:
    PickGrid() = default;
    explicit PickGrid(std::shared_ptr<const Matrix> points /* n × 2 */);

    const std::shared_ptr<const Matrix> &points() const { return m_points; }
    bool empty() const { return m_items.empty(); }

    /// Finds the nearest point within `radius` of `at`, or −1; the lowest row among ties.
    int nearest(QPointF at, double radius) const;
    /// Finds the rows inside `area` (its border included), ascending.
    std::vector<int> inside(const QRectF &area) const;
    /// Finds the rows inside a closed polygon (even–odd rule), ascending.
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
    std::vector<int> m_begin; ///< start of each cell in m_items, and the end of the last cell
    std::vector<int> m_items; ///< rows by cell, ascending inside a cell
};

} // namespace anchorscope::gui
