// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/views/linechart.h"

namespace anchorscope::gui {

struct RunCurves
{
    std::vector<double> loss;
    /// Shares of the matches at each iteration, in percent; `correct` is empty if the pairing is unknown.
    std::vector<double> changed, correct, mutual;
    std::vector<LineChart::Stage> stages;
};

RunCurves curvesOf(const std::vector<IterationStats> &history);

/// One of several random starts of the optimizer “adam”; the history of a run contains them one after another.
struct StartOfRun
{
    /// Range of the start's iterations in the history of the run.
    std::size_t begin = 0, end = 0;
    /// Lowest loss of the start's iterations.
    double loss = 0;
    /// True for the start with the lowest loss, or for the first of several equal ones.
    bool lowest = false;
};
/// Random starts of a run, possibly in progress; empty for a single start.
std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history);

/// Adds a curve to a chart. The curve is split where the number of items changes, because values of different items
/// cannot be compared.
void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history);

/// Mean loss of the finished runs of an experiment, with a band from the lowest to the highest; of runs that begin with
/// a part of the items, the loss on this part.
LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name);

} // namespace anchorscope::gui
