// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributedrows.h"
#include "core/neighbours/neighbours.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// Some rows of a side on their way round the ranks, and what goes with them.
struct RingBlock
{
    Share items; ///< of the side
    Matrix rows;
    std::optional<NearestLists> lists; ///< of what is nearest to each; their queries are these rows
    std::vector<float> values;         ///< one for each row, or none
};

/// What goes with the rows, of a rank's own share; it comes back changed. Null: nothing.
struct RingLoad
{
    NearestLists *lists = nullptr;
    std::vector<float> *values = nullptr;
};

/// Shows the rows of all ranks to each of them, block by block: each hands them on to the next rank and gets those of
/// the previous one, while it works on others. `visit` may change lists and values, not the rows.
void ringPass(const DistributedRows &side, const RingLoad &load, const std::function<void(RingBlock &)> &visit);

} // namespace anchorscope
