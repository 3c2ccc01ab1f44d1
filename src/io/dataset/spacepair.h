// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"
#include "core/data/items.h"
#include "core/result.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

struct SpacePair
{
    std::shared_ptr<const EmbeddingSet> x, y;
    Correspondence pairing; ///< pairing, without items whose vector is zero
    PairingRule rule = PairingRule::automatic;
    std::vector<std::string> warnings;
    SpaceFacts factsX = {}, factsY = {}; ///< facts about the vectors; empty if not inspected
    bool assumed = false;                ///< true if rows of two files were paired only because ids are missing in one

    /// All pairs of the file of pairs, if items have several partners (`pairing` has only each item's first partner);
    /// otherwise empty.
    std::vector<SeedPair> severalPartners = {};

    EmptyItems emptyItems() const { return {factsX.zeroRows, factsY.zeroRows}; }
};

/// Keeps the first `count` items of both spaces. A common table of items remains common.
void keepFirstItems(std::shared_ptr<const EmbeddingSet> &x, std::shared_ptr<const EmbeddingSet> &y, Index count);

/// Collects facts about the vectors. Error "non-finite", with the row, for the first item with NaN or infinity.
Result<SpaceFacts> inspectFinite(const EmbeddingSet &set);

/// Pairs the items of two spaces by a rule, without reading vectors. `list`: path for PairingRule::list. Errors
/// "no-matching-ids", "different-counts", and those of readPairs(). PairingRule::automatic: if no ids match, nothing is
/// paired (PairingRule::none), with a warning; if ids are missing, rows are paired, but it is an error if the names or
/// labels of most pairs differ.
Result<SpacePair> pairItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                            PairingRule rule, const std::string &list = {});

/// Inspects two spaces and pairs their items. Errors: those of inspectFinite() and pairItems().
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

/// Returns advice if ids have no partner because of their spelling: “would match without blanks at their ends; …”, or
/// empty.
std::string spellingNote(const ItemTable &x, const ItemTable &y, const Correspondence &pairing);

/// True if the ids of a table are its row numbers in order, from 0 or from 1.
bool areRowNumbers(const ItemTable &items);
/// True if ids number the items from 0 in one table and from 1 in the other; equal ids are then probably different
/// items.
bool countDifferently(const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
