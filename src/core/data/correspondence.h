// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <optional>
#include <utility>

namespace anchorscope {

/// A known pair of items that ties the two spaces together (AO: a parallel anchor used as a seed).
struct SeedPair
{
    ItemIndex x = noItem; ///< item of X, as its row
    ItemIndex y = noItem; ///< item of Y, as its row
    bool operator==(const SeedPair &) const = default;
};

/// Pairs of items of X and Y: a partial one-to-one pairing. As ground truth it is used for scores; optimizers get only
/// its seeds.
class Correspondence
{
public:
    Correspondence() = default; ///< Creates a pairing in which no items are paired.
    Correspondence(Index itemsOfX, Index itemsOfY) : m_yOfX(itemsOfX, noItem), m_xOfY(itemsOfY, noItem) {}

    static Correspondence byRow(Index items);
    /// Pairs items with equal ids. Ids are unique within a table (readers check this).
    static Correspondence byId(const ItemTable &x, const ItemTable &y);

    /// Pairs two items. Returns false without any change if one of them has a partner already.
    bool pair(ItemIndex x, ItemIndex y);

    ItemIndex partnerOfX(ItemIndex x) const { return m_yOfX[static_cast<std::size_t>(x)]; }
    std::vector<ItemIndex> partnersOfX(
        const std::vector<ItemIndex> &items) const; ///< Partners of these items; noItem for items without a partner.
    ItemIndex partnerOfY(ItemIndex y) const { return m_xOfY[static_cast<std::size_t>(y)]; }
    Index itemsOfX() const { return static_cast<Index>(m_yOfX.size()); }
    Index itemsOfY() const { return static_cast<Index>(m_xOfY.size()); }
    Index pairs() const { return m_pairs; }
    bool empty() const { return m_pairs == 0; }
    /// Items of X that have a partner, ascending.
    std::vector<ItemIndex> pairedItemsOfX() const;
    const std::vector<ItemIndex> &xOfY() const { return m_xOfY; }
    const std::vector<ItemIndex> &yOfX() const { return m_yOfX; }

    /// A copy without the pairs that contain one of the given items of X or of Y.
    Correspondence without(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY = {}) const;
    /// A copy with the pairs of the given items of X only.
    Correspondence only(const std::vector<ItemIndex> &itemsOfX) const;
    /// A copy with the pairs among the retained rows, renumbered: new row i of X is old row keptOfX[i], and likewise
    /// for Y.
    Correspondence among(const std::vector<ItemIndex> &keptOfX, const std::vector<ItemIndex> &keptOfY) const;
    /// A copy with X and Y exchanged.
    Correspondence swapped() const;
    /// A copy with the same pairs after Y's rows were reordered: new row j holds old row order[j].
    Correspondence withYReordered(const std::vector<ItemIndex> &order) const;

private:
    std::vector<ItemIndex> m_yOfX;
    std::vector<ItemIndex> m_xOfY;
    Index m_pairs = 0;
};

/// Rule by which two sets are paired. `automatic`: by id if both have ids, otherwise by row if the counts agree,
/// otherwise an error.
enum class PairingRule { automatic, byId, byRow, none, list };

} // namespace anchorscope
