// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/views/linechart.h"

namespace anchorscope::gui {

/// What a run did, iteration by iteration.
struct RunCurves
{
    std::vector<double> loss;
    std::vector<double> changed, correct, mutual; ///< in percent; correct: empty where no truth is known
    std::vector<LineChart::Stage> stages;
};

RunCurves curvesOf(const std::vector<IterationStats> &history);

/// One of several random starts of adam in the history of its run, which holds them one after the other.
struct StartOfRun
{
    std::size_t begin = 0, end = 0; ///< places in the history
    double loss = 0;                ///< the lowest
    bool lowest = false;            ///< of all starts so far, the first of equals
};
/// In their order, also of a run at work; empty where there were not several.
std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history);

/// Adds a curve, with a gap before the values of other items.
void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history);

/// Mean of the loss over the runs that have come so far, and its range.
LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name);

} // namespace anchorscope::gui
