// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributedrows.h"
#include "core/neighbours/neighbours.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// Block of rows of one side that is passed from rank to rank in a ring, with its results.
struct RingBlock
{
    Share items; ///< range of the items in this block
    Matrix rows;
    std::optional<NearestLists> lists; ///< nearest items of each row; the queries are the rows of the block
    std::vector<float> values;         ///< one additional value for each row, or none
};

/// Results of a rank's own share that travel with its rows and return updated. Null: none.
struct RingLoad
{
    NearestLists *lists = nullptr;
    std::vector<float> *values = nullptr;
};

/// Shows the rows of all ranks to each of them, block by block: each rank passes them on to the next and receives those
/// of the previous one, while it works on others. `visit` may change lists and values, not the rows.
void ringPass(const DistributedRows &side, const RingLoad &load, const std::function<void(RingBlock &)> &visit);

} // namespace anchorscope
