// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributedrows.h"
#include "core/neighbours/neighbours.h"

#include <functional>
#include <optional>

namespace anchorscope {

/// Block of rows of one space that is sent from MPI rank to MPI rank in a ring, with the results for these rows.
struct RingBlock
{
    Share items; ///< range of the items in this block
    Matrix rows;
    std::optional<NearestLists> lists; ///< nearest items of each row; query i is row i of the block
    std::vector<float> values;         ///< one additional value for each row; may be empty
};

/// Results for the rows that this MPI rank owns: lists of nearest items, one value per row. They are sent around the
/// ring with the rows, each rank updates them, and they are stored here at the end. Null means that this result is not
/// needed.
struct RingLoad
{
    NearestLists *lists = nullptr;
    std::vector<float> *values = nullptr;
};

/// Calls `visit` on every MPI rank with the rows of all ranks, block by block. Each rank sends its current block to the
/// next rank and receives that of the previous one while it works on another block. `visit` may change lists and values
/// of a block, not its rows.
void ringPass(const DistributedRows &side, const RingLoad &load, const std::function<void(RingBlock &)> &visit);

} // namespace anchorscope
