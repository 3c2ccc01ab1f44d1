// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

#include <span>
#include <vector>

namespace anchorscope::gui {

/// Reduces the points (1, y0), (2, y1), … of a curve to the lowest and the highest point in each of `columns` pixel
/// columns, in order of x; the drawn curve looks the same. Values that are not finite are omitted. With a logarithmic
/// axis, the result contains log10 y, and values ≤ 0 are omitted.
QList<QPointF> curvePoints(std::span<const double> y, int columns, bool logarithmic);

/// Tick of an axis: its position (log10 on a logarithmic axis) and label.
struct AxisTick
{
    double at = 0;
    QString label;
};

/// Computes the ticks of a linear axis from `low` to `high`: at most `most`, at round numbers.
std::vector<AxisTick> linearTicks(double low, double high, int most);

/// Computes the ticks of a logarithmic axis for log10 values in [low, high]: powers of ten, and 2 and 5 times these if
/// they fit; at least two ticks if low < high.
std::vector<AxisTick> logTicks(double low, double high, int most);

/// Computes the ticks of an axis for the iterations 1 … last: 1, and round numbers that are not close to 1.
std::vector<AxisTick> iterationTicks(double last, int most);

} // namespace anchorscope::gui
