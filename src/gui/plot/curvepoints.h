// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointF>
#include <QString>

#include <span>
#include <vector>

namespace anchorscope::gui {

/// Reduces the points (1, y0), (2, y1), … of a curve to the lowest and highest in each of `columns` pixel columns; the
/// drawn curve looks the same. Omits values that are not finite. If `logarithmic`, returns log10 y and omits values ≤
/// 0.
QList<QPointF> curvePoints(std::span<const double> y, int columns, bool logarithmic);

/// Tick of an axis; on a logarithmic axis `at` is log10 of the value.
struct AxisTick
{
    double at = 0;
    QString label;
};

/// At most `most` ticks at round numbers between `low` and `high`.
std::vector<AxisTick> linearTicks(double low, double high, int most);

/// Ticks for log10 values in [low, high], at least two if low < high: powers of ten and, if they fit, 2 and 5 times
/// these.
std::vector<AxisTick> logTicks(double low, double high, int most);

/// Ticks for the iterations 1 … last: 1, and round numbers not close to 1.
std::vector<AxisTick> iterationTicks(double last, int most);

} // namespace anchorscope::gui
