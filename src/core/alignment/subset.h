// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/alignment/optimizer.h"
#include "core/data/items.h"

namespace anchorscope {

/// The given items of a space, in that order. Incomplete if the context was cancelled.
PreparedSpace itemsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items, const RunContext &context = {});

/// Puts item order[j] at place j, in place, with memory for a single row. `order` is a permutation of all items.
void reorder(PreparedSpace &space, const std::vector<ItemIndex> &order);

/// Returns the more reliable items of a space (core/definitions.md, 5d), at most `count`, the most reliable first: the
/// first ones of the given order; without an order, those whose vectors were longest before scaling to unit length
/// (training moves the vector of a rare item little, and a short vector is mostly noise once centred).
std::vector<ItemIndex> reliableItems(const PreparedSpace &space, const std::vector<ItemIndex> &order, Index count);

/// A separate input with some of the items of both spaces. All anchors take part as items of X; anchors whose seeds are
/// excluded count as free anchors.
class Subset
{
public:
    /// itemsOfX, itemsOfY: requested items (duplicates are ignored); seeds: positions of the seeds that stay known.
    Subset(const OptimizeInput &whole, std::vector<ItemIndex> itemsOfX, std::vector<ItemIndex> itemsOfY,
           const std::vector<std::size_t> &seeds);
    Subset(const Subset &) = delete;
    Subset &operator=(const Subset &) = delete;

    const OptimizeInput &input() const { return m_input; }
    /// Items of the whole input that take part, ascending.
    const std::vector<ItemIndex> &itemsOfX() const { return m_itemsOfX; }
    const std::vector<ItemIndex> &itemsOfY() const { return m_itemsOfY; }

private:
    std::vector<ItemIndex> m_itemsOfX, m_itemsOfY;
    PreparedSpace m_x, m_y;
    Correspondence m_truth;
    OptimizeInput m_input;
};

/// Positions of all seeds of an input.
std::vector<std::size_t> allSeeds(const OptimizeInput &input);

} // namespace anchorscope
