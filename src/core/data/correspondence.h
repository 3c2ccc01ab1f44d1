// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <optional>
#include <utility>

namespace anchorscope {

/// Pair of an item of X and an item of Y that are known to correspond (paper AO: a parallel anchor used as a seed).
struct SeedPair
{
    ItemIndex x = noItem; ///< row number of the item of X
    ItemIndex y = noItem; ///< row number of the item of Y
    bool operator==(const SeedPair &) const = default;
};

/// One-to-one pairing of items of X and Y; items may have no partner. As ground truth it is used for scores; optimizers
/// get only its seeds.
class Correspondence
{
public:
    Correspondence() = default; ///< creates a pairing without pairs
    Correspondence(Index itemsOfX, Index itemsOfY) : m_yOfX(itemsOfX, noItem), m_xOfY(itemsOfY, noItem) {}

    static Correspondence byRow(Index items);
    /// Pairs items that have equal ids in both tables. Ids are unique within a table (readers check this).
    static Correspondence byId(const ItemTable &x, const ItemTable &y);

    /// Pairs two items. Returns false and changes nothing if one of them already has a partner.
    bool pair(ItemIndex x, ItemIndex y);

    ItemIndex partnerOfX(ItemIndex x) const { return m_yOfX[static_cast<std::size_t>(x)]; }
    /// Partners of the given items, in the same order; noItem for items without a partner.
    std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &items) const;
    ItemIndex partnerOfY(ItemIndex y) const { return m_xOfY[static_cast<std::size_t>(y)]; }
    Index itemsOfX() const { return static_cast<Index>(m_yOfX.size()); }
    Index itemsOfY() const { return static_cast<Index>(m_xOfY.size()); }
    Index pairs() const { return m_pairs; }
    bool empty() const { return m_pairs == 0; }
    /// Items of X that have a partner, ascending.
    std::vector<ItemIndex> pairedItemsOfX() const;
    const std::vector<ItemIndex> &xOfY() const { return m_xOfY; }
    const std::vector<ItemIndex> &yOfX() const { return m_yOfX; }

    /// Copy of the pairing without the pairs that contain one of the given items of X or of Y.
    Correspondence without(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY = {}) const;
    /// Copy of the pairing that contains only the pairs of the given items of X.
    Correspondence only(const std::vector<ItemIndex> &itemsOfX) const;
    /// Copy of the pairing for spaces of which only the given rows are left: new row i of X is old row keptOfX[i], and
    /// likewise for Y. Pairs with a removed row are dropped.
    Correspondence among(const std::vector<ItemIndex> &keptOfX, const std::vector<ItemIndex> &keptOfY) const;
    /// Copy of the pairing with X and Y exchanged.
    Correspondence swapped() const;
    /// Copy of the pairing after the rows of Y were reordered: new row j is old row order[j].
    Correspondence withYReordered(const std::vector<ItemIndex> &order) const;

private:
    std::vector<ItemIndex> m_yOfX;
    std::vector<ItemIndex> m_xOfY;
    Index m_pairs = 0;
};

/// Rule by which two sets of items are paired. `automatic`: by id if both have ids, otherwise by row if both have the
/// same number of rows, otherwise an error.
enum class PairingRule { automatic, byId, byRow, none, list };

} // namespace anchorscope
