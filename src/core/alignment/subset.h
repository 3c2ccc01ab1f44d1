// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/items.h"

namespace anchorscope {

/// Moves item order[j] to position j, in place, with memory for one additional row. `order`: permutation of all items.
void reorder(PreparedSpace &space, const std::vector<ItemIndex> &order);

/// Returns at most `count` items of a space, the most reliable first (core/definitions.md, 5d). If `order` is not
/// empty, these are its first items. Otherwise they are the items whose vectors were longest before scaling to unit
/// length: training moves the vector of a rare item little, and a short vector is mostly noise once centred.
std::vector<ItemIndex> reliableItems(const PreparedSpace &space, const std::vector<ItemIndex> &order, Index count);

/// Optimizer input with a part of the items. X always keeps all anchors; if a seed is left out, its anchor has no
/// partner.
class Subset
{
public:
    /// `itemsOfX`, `itemsOfY`: items to include (duplicates are ignored); `seeds`: positions of the seeds to keep.
    Subset(const OptimizeInput &whole, std::vector<ItemIndex> itemsOfX, std::vector<ItemIndex> itemsOfY,
           const std::vector<std::size_t> &seeds);
    Subset(const Subset &) = delete;
    Subset &operator=(const Subset &) = delete;

    const OptimizeInput &input() const { return m_input; }
    /// Items of the whole input that the subset contains, ascending.
    const std::vector<ItemIndex> &itemsOfX() const { return m_itemsOfX; }
    const std::vector<ItemIndex> &itemsOfY() const { return m_itemsOfY; }

private:
    std::vector<ItemIndex> m_itemsOfX, m_itemsOfY;
    PreparedSpace m_x, m_y;
    Correspondence m_truth;
    OptimizeInput m_input;
};

std::vector<std::size_t> allSeeds(const OptimizeInput &input);

/// Subset with at most `items` items of each space, the most reliable ones, and all seeds and anchors.
Subset reliablePart(const OptimizeInput &input, Index items);

} // namespace anchorscope
