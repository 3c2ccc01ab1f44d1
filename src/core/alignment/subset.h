// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/items.h"

namespace anchorscope {

/// Space that contains only the given items, in the given order. Incomplete if the context was cancelled.
PreparedSpace itemsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context = {});

/// Reorders the items of a space in place, with memory for one additional row: item order[j] moves to position j.
/// `order` is a permutation of all items.
void reorder(PreparedSpace &space, const std::vector<ItemIndex> &order);

/// Returns the most reliable items of a space (core/definitions.md, 5d), at most `count`, the most reliable first: the
/// first items of `order`, or, if `order` is empty, those whose vectors were longest before scaling to unit length
/// (training moves the vector of a rare item little, and a short vector is mostly noise once centred).
std::vector<ItemIndex> reliableItems(const PreparedSpace &space, const std::vector<ItemIndex> &order, Index count);

/// Optimizer input with a subset of the items of both spaces. The items of X always include all anchors; an anchor
/// whose seed is left out counts as an anchor without a partner.
class Subset
{
public:
    /// `itemsOfX`, `itemsOfY`: requested items (duplicates are ignored); `seeds`: positions of the seeds to keep.
    Subset(const OptimizeInput &whole, std::vector<ItemIndex> itemsOfX, std::vector<ItemIndex> itemsOfY,
           const std::vector<std::size_t> &seeds);
    Subset(const Subset &) = delete;
    Subset &operator=(const Subset &) = delete;

    const OptimizeInput &input() const { return m_input; }
    /// Items of the whole input that belong to the subset, ascending.
    const std::vector<ItemIndex> &itemsOfX() const { return m_itemsOfX; }
    const std::vector<ItemIndex> &itemsOfY() const { return m_itemsOfY; }

private:
    std::vector<ItemIndex> m_itemsOfX, m_itemsOfY;
    PreparedSpace m_x, m_y;
    Correspondence m_truth;
    OptimizeInput m_input;
};

/// Positions of all seeds of an input: 0 … s − 1.
std::vector<std::size_t> allSeeds(const OptimizeInput &input);

} // namespace anchorscope
