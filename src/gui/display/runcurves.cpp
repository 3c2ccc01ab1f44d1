// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/runcurves.h"

#include "core/alignment/allitems.h"
#include "gui/style/theme.h"

#include <algorithm>
#include <limits>

namespace anchorscope::gui {

namespace {

/// True if two iterations matched the same items. Sessions of version 0.1 do not contain the number of items; there the
/// last stage of a run on a part of the items is recognized by its name.
bool isOfSameItems(const IterationStats &a, const IterationStats &b)
{
    return a.items == b.items && (a.items > 0 || (a.stage == allItemsStage) == (b.stage == allItemsStage));
}

} // namespace

RunCurves curvesOf(const std::vector<IterationStats> &history)
{
    RunCurves curves;
    for (const IterationStats &stats : history) {
        curves.loss.push_back(stats.loss);
        curves.changed.push_back(100 * stats.changed);
        if (stats.correct)
            curves.correct.push_back(100 * *stats.correct);
        curves.mutual.push_back(100 * stats.mutual.value_or(std::numeric_limits<double>::quiet_NaN()));
        const QString stage = QString::fromStdString(stats.stage);
        if (curves.stages.empty() || curves.stages.back().name != stage)
            curves.stages.push_back({stats.iteration, stage});
    }
    return curves;
}

std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history)
{
    std::vector<StartOfRun> starts;
    for (std::size_t i = 0; i < history.size(); ++i) {
        if (!history[i].stage.starts_with("start "))
            return {};
        if (i == 0 || history[i].stage != history[i - 1].stage)
            starts.push_back({i, i, history[i].loss});
        starts.back().end = i + 1;
        starts.back().loss = std::min(starts.back().loss, history[i].loss);
    }
    const auto lowest = std::ranges::min_element(starts, {}, &StartOfRun::loss);
    if (lowest != starts.end())
        lowest->lowest = true;
    return starts;
}

void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history)
{
    LineChart::Series piece = curve;
    for (std::size_t i = 1; i < curve.y.size(); ++i) {
        if (isOfSameItems(history[i], history[i - 1]))
            continue;
        piece.y.resize(i);
        curves.push_back(std::move(piece));
        piece = curve;
        std::fill_n(piece.y.begin(), i, std::numeric_limits<double>::quiet_NaN());
    }
    curves.push_back(std::move(piece));
}

LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name)
{
    LineChart::Series curve{name, {}, neutralPoint()};
    for (std::size_t i = 0;; ++i) {
        std::vector<double> losses;
        for (const ProtocolRun &run : runs) {
            const auto &history = run.summary.history;
            if (i < history.size() && isOfSameItems(history[i], history.front()))
                losses.push_back(history[i].loss);
        }
        if (losses.size() < 2)
            return curve;
        double sum = 0;
        for (const double loss : losses)
            sum += loss;
        curve.y.push_back(sum / static_cast<double>(losses.size()));
        curve.low.push_back(*std::min_element(losses.begin(), losses.end()));
        curve.high.push_back(*std::max_element(losses.begin(), losses.end()));
    }
}

} // namespace anchorscope::gui
