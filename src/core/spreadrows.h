// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/ranks/communicator.h"

#include <vector>

namespace anchorscope {

/// Rows of which each rank holds its own share (shareOf).
struct SpreadRows
{
    Matrix own;
    Index items = 0; ///< of all ranks
};

// What follows is called by all ranks alike, with the same items, and needs RunAids::ranks().

/// A rank's share of rows that it holds as a whole.
SpreadRows spread(const Matrix &rows);
/// All rows, for every rank.
Matrix gathered(const SpreadRows &rows);
/// Those of some items, in this order, for every rank.
Matrix gatheredRows(const SpreadRows &rows, const std::vector<ItemIndex> &items);
/// Those of some items, in this order, spread again: every rank's rows go round.
SpreadRows spreadRows(const SpreadRows &rows, const std::vector<ItemIndex> &items);

} // namespace anchorscope
