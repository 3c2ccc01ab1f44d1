// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope::gui {

/// Interval between the ticks of a linear axis: 1, 2 or 5 times a power of ten, so that `length` has at most `most`
/// ticks.
double tickInterval(double length, int most);

/// Number of decimals that distinguishes the labels of neighbouring ticks: 0 for the interval 5, 1 for 0.5, 2 for 0.02.
int tickDecimals(double interval);

} // namespace anchorscope::gui
