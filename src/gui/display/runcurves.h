// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/views/linechart.h"

namespace anchorscope::gui {

/// Curves of a run over its iterations.
struct RunCurves
{
    std::vector<double> loss;
    std::vector<double> changed, correct, mutual; ///< curves in percent; `correct` is empty if the pairing is unknown
    std::vector<LineChart::Stage> stages;
};

RunCurves curvesOf(const std::vector<IterationStats> &history);

/// One of several random starts of Adam in the history of its run, which contains them in succession.
struct StartOfRun
{
    std::size_t begin = 0, end = 0; ///< range of the start's iterations in the history
    double loss = 0;                ///< lowest loss of this start
    bool lowest = false;            ///< true for the first start with the lowest loss so far
};
/// Starts of a finished run or of a run in progress, in their order; empty for a single start.
std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history);

/// Adds a curve to a chart, split where a run on part of the items continues with all items.
void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history);

/// Curve of the mean loss over the runs finished so far, with a band for its range.
LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name);

} // namespace anchorscope::gui
