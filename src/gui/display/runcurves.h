// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/protocol.h"
#include "gui/views/linechart.h"

namespace anchorscope::gui {

/// Curves of a run's statistics over its iterations.
struct RunCurves
{
    std::vector<double> loss;
    /// Shares of matches in percent; `correct` is empty if the pairing is unknown.
    std::vector<double> changed, correct, mutual;
    std::vector<LineChart::Stage> stages;
};

RunCurves curvesOf(const std::vector<IterationStats> &history);

/// One of several random starts of the optimizer “adam”. The history of a run contains the starts one after another.
struct StartOfRun
{
    /// Range of the iterations of this random start in the history of the run.
    std::size_t begin = 0, end = 0;
    /// Lowest loss among the iterations of this random start.
    double loss = 0;
    /// True for the random start that has the lowest loss of all; among equal ones, for the first.
    bool lowest = false;
};
/// Random starts of a run, which may be in progress, in their order; empty for a run with a single start.
std::vector<StartOfRun> startsIn(const std::vector<IterationStats> &history);

/// Adds a curve to the curves of a chart. It is split at the iteration at which a run on a part of the items continues
/// with all items.
void addCurve(std::vector<LineChart::Series> &curves, LineChart::Series curve,
              const std::vector<IterationStats> &history);

/// Curve of the mean loss over those runs of an experiment that are finished, with a band from the lowest to the
/// highest.
LineChart::Series lossBand(const std::vector<ProtocolRun> &runs, const QString &name);

} // namespace anchorscope::gui
