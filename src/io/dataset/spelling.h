// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"

#include <string>

namespace anchorscope::io {

/// Returns advice if ids have no partner because of their spelling: “would match without blanks at their ends; …”, or
/// empty.
std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing);

/// True if the ids of a table are its row numbers in order, from 0 or from 1.
bool areRowNumbers(const ItemTable &items);
/// True if ids number the items from 0 in one table and from 1 in the other; equal ids are then probably different
/// items.
bool countDifferently(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
