// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/runcurves.h"

#include "core/alignment/allitems.h"
#include "gui/style/theme.h"

#include <algorithm>
#include <limits>

namespace anchorscope::gui {

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
    const auto all = std::ranges::find(history, allItemsStage, &IterationStats::stage);
    const auto part = static_cast<std::size_t>(all - history.begin());
    if (part > 0 && part < curve.y.size()) {
        LineChart::Series whole = curve;
        std::fill_n(whole.y.begin(), part, std::numeric_limits<double>::quiet_NaN());
        curve.y.resize(part);
        curves.push_back(std::move(whole));
    }
    curves.push_back(std::move(curve));
}

LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name)
{
    LineChart::Series curve{name, {}, neutralPoint()};
    for (std::size_t i = 0;; ++i) {
        std::vector<double> losses;
        for (const ProtocolRun &run : runs) {
            if (i < run.summary.history.size() && run.summary.history[i].stage != allItemsStage)
                losses.push_back(run.summary.history[i].loss);
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
