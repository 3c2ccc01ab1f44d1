// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace anchorscope::gui {

/// Distance of ticks on a linear axis: 1, 2 or 5 times a power of ten, so that `length` holds at most `most` of them.
double tickInterval(double length, int most);

/// Decimals that tell neighbouring ticks apart: 0 for 5, 1 for 0.5, 2 for 0.02.
int tickDecimals(double interval);

} // namespace anchorscope::gui
