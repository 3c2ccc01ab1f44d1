// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"

#include <string>

namespace anchorscope::io {

/// How the ids without a partner are spelled differently in the two tables, if most likely: “would match without
/// blanks at their ends”, with the way out; else empty.
std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing);

/// Whether the ids are the numbers of the rows, from 0 or from 1.
bool areRowNumbers(const ItemTable &items);
/// Whether the ids of both count the items, in any order, those of one from 0 and those of the other from 1: the same
/// id is most likely another item.
bool countDifferently(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
