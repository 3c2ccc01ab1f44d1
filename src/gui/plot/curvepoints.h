// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

#include <span>
#include <vector>

namespace anchorscope::gui {

/// The points (1, y0), (2, y1), … of a curve, as few as show the same picture in `columns` pixel columns: the smallest
/// and the largest of each column, in their order. Values that are not finite are left out, with a logarithmic axis
/// also those that are not above zero; its y are given as log10.
QList<QPointF> curvePoints(std::span<const double> y, int columns, bool logarithmic);

/// A tick of an axis: where (log10 on a logarithmic one) and what is written there.
struct AxisTick
{
    double at = 0;
    QString label;
};

/// Ticks of a linear axis at round numbers.
std::vector<AxisTick> linearTicks(double low, double high, int most);

/// Ticks for log10 values in [low, high]: powers of ten, and 2 and 5 times these if they fit; at least two if low <
/// high.
std::vector<AxisTick> logTicks(double low, double high, int most);

/// Ticks for the iterations 1 … last: the first one, and round numbers that keep away from it.
std::vector<AxisTick> iterationTicks(double last, int most);

} // namespace anchorscope::gui
