// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/curvepoints.h"

#include "gui/plot/ticks.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

QList<QPointF> curvePoints(std::span<const double> y, int columns, bool logarithmic)
{
    const auto usable = [&](double value) { return std::isfinite(value) && (!logarithmic || value > 0); };
    const auto point = [&](std::size_t i) {
        return QPointF(static_cast<double>(i + 1), logarithmic ? std::log10(y[i]) : y[i]);
    };
    QList<QPointF> points;
    const std::size_t buckets = std::max(1, columns);
    const std::size_t width = std::max<std::size_t>(1, (y.size() + buckets - 1) / buckets);
    points.reserve(static_cast<qsizetype>(std::min(y.size(), 2 * buckets)));
    for (std::size_t begin = 0; begin < y.size(); begin += width) {
        const std::size_t end = std::min(y.size(), begin + width);
        std::size_t low = end, high = end;
        for (std::size_t i = begin; i < end; ++i) {
            if (!usable(y[i]))
                continue;
            low = low == end || y[i] < y[low] ? i : low;
            high = high == end || y[i] > y[high] ? i : high;
        }
        if (low == end)
            continue;
        points << point(std::min(low, high));
        if (low != high)
            points << point(std::max(low, high));
    }
    return points;
}

std::vector<AxisTick> linearTicks(double low, double high, int most)
{
    constexpr int mostDecimals = 6; // longer labels of tiny values would be cut off after their zeros
    const double interval = tickInterval(high - low, most);
    const int decimals = tickDecimals(interval);
    const bool tiny = decimals > mostDecimals && std::max(std::abs(low), std::abs(high)) < 1000 * interval;
    std::vector<AxisTick> ticks;
    for (double at = std::ceil(low / interval) * interval; at <= high; at += interval) {
        const double value = std::abs(at) < interval / 2 ? 0.0 : at;
        ticks.push_back({at, tiny ? QString::number(value, 'g', 3) : QString::number(value, 'f', decimals)});
    }
    return ticks;
}

std::vector<AxisTick> logTicks(double low, double high, int most)
{
    const auto collect = [&](std::initializer_list<int> digits, int every) {
        std::vector<AxisTick> ticks;
        for (int power = static_cast<int>(std::floor(low)); power <= static_cast<int>(std::ceil(high)); ++power) {
            if (power % every != 0)
                continue;
            for (const int digit : digits) {
                const double at = power + std::log10(digit);
                if (at >= low - 1e-9 && at <= high + 1e-9)
                    ticks.push_back({at, QString::number(digit * std::pow(10.0, power), 'g', 6)});
            }
        }
        return ticks;
    };
    if (!(high > low))
        return {{low, QString::number(std::pow(10.0, low), 'g', 3)}};
    const int decades = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(1, most))));
    if (auto fine = collect({1, 2, 5}, 1); fine.size() >= 2 && static_cast<int>(fine.size()) <= most)
        return fine;
    if (auto coarse = collect({1}, decades); coarse.size() >= 2)
        return coarse;
    // If fewer than two powers of ten fit, the ticks are equally distant, as on a linear axis.
    std::vector<AxisTick> ticks;
    const double bottom = std::pow(10.0, low), top = std::pow(10.0, high);
    const double interval = tickInterval(top - bottom, most);
    for (double value = std::ceil(bottom / interval) * interval; value <= top * (1 + 1e-9); value += interval) {
        if (value > 0)
            ticks.push_back({std::log10(value), QString::number(value, 'g', 6)});
    }
    return ticks;
}

std::vector<AxisTick> iterationTicks(double last, int most)
{
    // Minimum distance of other ticks from the tick at 1, as a share of the distance between ticks.
    constexpr double away = 0.75;
    const double interval = std::max(1.0, tickInterval(last - 1, most));
    std::vector<AxisTick> ticks{{1, QStringLiteral("1")}};
    for (double at = interval; at <= last; at += interval) {
        if (at - 1 >= away * interval)
            ticks.push_back({at, QString::number(at, 'f', 0)});
    }
    return ticks;
}

} // namespace anchorscope::gui
