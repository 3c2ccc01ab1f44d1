// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"

#include <string>

namespace anchorscope::io {

/// Returns the most likely reason why ids have no partner, a different spelling in the two tables, as advice for the
/// user: “would match without blanks at their ends; …”. Empty if no reason is found.
std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing);

/// True if the ids of a table are its row numbers in order, from 0 or from 1.
bool areRowNumbers(const ItemTable &items);
/// True if the ids of both tables number the items, in any order, in one table from 0 and in the other from 1. Equal
/// ids are then probably different items.
bool countDifferently(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
