// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/views/linechart.h"

namespace anchorscope::gui {

/// Curves of a run over its iterations.
struct RunCurves
{
    std::vector<double> loss;
    std::vector<double> changed, correct, mutual; ///< in percent; correct: empty if no true pairs are known
    std::vector<LineChart::Stage> stages;
};

RunCurves curvesOf(const std::vector<IterationStats> &history);

/// One of several random starts of adam in the history of its run, which holds them one after the other.
struct StartOfRun
{
    std::size_t begin = 0, end = 0; ///< places in the history
    double loss = 0;                ///< the lowest
    bool lowest = false;            ///< the lowest loss of all starts so far; the first of equals
};
/// Starts in their order, also of a running run; empty for a single start.
std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history);

/// Adds a curve in two parts if its last values are those of all items.
void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history);

/// Mean of the loss over the runs that have come so far, and its range.
LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name);

} // namespace anchorscope::gui
