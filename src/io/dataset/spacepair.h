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

/// Two spaces that a user compares, and the pairing of their items.
struct SpacePair
{
    std::shared_ptr<const EmbeddingSet> x, y;
    Correspondence pairing;                    ///< pairing, without items whose vector is zero
    PairingRule rule = PairingRule::automatic; ///< rule by which the items were paired
    std::vector<std::string> warnings;         ///< sentences for the user about the pairing and unusual vectors
    SpaceFacts factsX = {}, factsY = {};       ///< facts about the vectors; empty if not inspected
    bool assumed = false; ///< true if rows of two files were paired only because ids are missing in one

    /// All pairs of the file of pairs, if an item has several partners in it; the first partner of each item is in
    /// `pairing`. Otherwise empty.
    std::vector<SeedPair> severalPartners = {};

    EmptyItems emptyItems() const { return {factsX.zeroRows, factsY.zeroRows}; }
};

/// Reduces both spaces to their first `count` items. If they have a common table of items, they also have one
/// afterwards.
void keepFirstItems(std::shared_ptr<const EmbeddingSet> &x, std::shared_ptr<const EmbeddingSet> &y, Index count);

/// Collects facts about the vectors of a space. Error "non-finite", which names the first row, if an item has NaN or
/// infinity.
Result<SpaceFacts> inspectFinite(const EmbeddingSet &set);

/// Pairs the items of two spaces by a rule; does not read the vectors. `list`: path of a file of pairs, for
/// PairingRule::list. Errors "no-matching-ids", "different-counts", and those of readPairs(). PairingRule::automatic:
/// if no ids match, a warning is added and nothing is paired (PairingRule::none); if ids are missing, rows are paired,
/// but it is an error if the names or labels of most pairs differ.
Result<SpacePair> pairItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                            PairingRule rule, const std::string &list = {});

/// Inspects two spaces and pairs their items. Errors: those of inspectFinite() and pairItems().
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

} // namespace anchorscope::io
