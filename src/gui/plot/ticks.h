// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope::gui {

/// Distance between the ticks of an axis: 1, 2 or 5 times a power of ten. It fits into `length` at most `most` times.
double tickInterval(double length, int most);

/// Number of decimals of tick labels: 0 for the interval 5, 1 for 0.5, 2 for 0.02.
int tickDecimals(double interval);

} // namespace anchorscope::gui
