// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

namespace anchorscope {

/// Pair of an item of X and an item of Y that are known to correspond (paper AO: a parallel anchor used as a seed).
struct SeedPair
{
    ItemIndex x = noItem;
    ItemIndex y = noItem;
    bool operator==(const SeedPair &) const = default;
};

/// One-to-one pairing; items may have no partner. As ground truth it is used for scores; optimizers get only the seeds.
class Correspondence
{
public:
    Correspondence() = default;
    Correspondence(Index itemsOfX, Index itemsOfY) : m_yOfX(itemsOfX, noItem), m_xOfY(itemsOfY, noItem) {}

    static Correspondence byRow(Index items);
    /// Pairs items with equal ids. Ids are unique within a table (readers check this).
    static Correspondence byId(const ItemTable &x, const ItemTable &y);

    /// Pairs two items. Returns false and changes nothing if one of them already has a partner.
    bool pair(ItemIndex x, ItemIndex y);

    ItemIndex partnerOfX(ItemIndex x) const { return m_yOfX[static_cast<std::size_t>(x)]; }
    /// Partners of the given items, in the same order; noItem if an item has none.
    std::vector<ItemIndex> partnersOfX(const std::vector<ItemIndex> &items) const;
    ItemIndex partnerOfY(ItemIndex y) const { return m_xOfY[static_cast<std::size_t>(y)]; }
    Index itemsOfX() const { return static_cast<Index>(m_yOfX.size()); }
    Index itemsOfY() const { return static_cast<Index>(m_xOfY.size()); }
    Index pairs() const { return m_pairs; }
    bool empty() const { return m_pairs == 0; }
    std::vector<ItemIndex> pairedItemsOfX() const;
    const std::vector<ItemIndex> &xOfY() const { return m_xOfY; }
    const std::vector<ItemIndex> &yOfX() const { return m_yOfX; }

    /// Copy of the pairing without the pairs that contain one of the given items of X or of Y.
    Correspondence without(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY = {}) const;
    Correspondence only(const std::vector<ItemIndex> &itemsOfX) const;
    /// Pairing of spaces that keep only some rows: new row i of X is old row keptOfX[i], likewise in Y.
    Correspondence among(const std::vector<ItemIndex> &keptOfX, const std::vector<ItemIndex> &keptOfY) const;
    Correspondence swapped() const;
    /// Copy of the pairing after the rows of Y were reordered: new row j is old row order[j].
    Correspondence withYReordered(const std::vector<ItemIndex> &order) const;

private:
    std::vector<ItemIndex> m_yOfX;
    std::vector<ItemIndex> m_xOfY;
    Index m_pairs = 0;
};

/// Rule for pairing two sets of items. `automatic`: by id if both have ids, otherwise by row if both have equally many
/// rows, otherwise an error.
enum class PairingRule { automatic, byId, byRow, none, list };

} // namespace anchorscope
