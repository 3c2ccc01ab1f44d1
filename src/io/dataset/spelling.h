// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"

#include <string>

namespace anchorscope::io {

/// Most likely difference in spelling between the unpaired ids of the two tables, with advice: “would match without
/// blanks at their ends; …”; empty if none is found.
std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing);

/// True if the ids are the row numbers, from 0 or from 1.
bool areRowNumbers(const ItemTable &items);
/// True if both tables number their items, in any order, one from 0 and the other from 1: equal ids are then probably
/// different items.
bool countDifferently(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
