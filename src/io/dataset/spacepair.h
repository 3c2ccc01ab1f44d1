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

/// Two spaces that a user compares, and the correspondence of their items.
struct SpacePair
{
    std::shared_ptr<const EmbeddingSet> x, y;
    Correspondence pairing;                    ///< pairing of the items that have a direction
    PairingRule rule = PairingRule::automatic; ///< pairing rule that was applied
    std::vector<std::string> warnings;         ///< sentences for the user about the pairing, different counts, …
    SpaceFacts factsX = {}, factsY = {};       ///< facts about the inspected vectors
    bool assumed = false;                      ///< true if rows of two files were paired only because not both have ids
    /// All pairs of a file of pairs in which items have several partners, the first of which are in `pairing`;
    /// otherwise empty.
    std::vector<SeedPair> severalPartners = {};

    EmptyItems emptyItems() const { return {factsX.zeroRows, factsY.zeroRows}; }
};

/// Keeps the first `count` items of both spaces. If they share a table of items, they still do afterwards.
void keepFirstItems(std::shared_ptr<const EmbeddingSet> &x, std::shared_ptr<const EmbeddingSet> &y, Index count);

/// Collects the facts about a set. Error "non-finite" for items with NaN or ±Inf names the first row.
Result<SpaceFacts> inspectFinite(const EmbeddingSet &set);

/// Pairs the items of two sets by a rule; `list` = path of a pairing file, for PairingRule::list. The vectors are not
/// read. Errors "no-matching-ids", "different-counts", and those of readPairs. If no ids match with
/// PairingRule::automatic, this is not an error: PairingRule::none is applied, and a warning reports it. The automatic
/// rule does not pair rows whose names or labels contradict each other.
Result<SpacePair> pairItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                            PairingRule rule, const std::string &list = {});

/// Inspects two sets and pairs their items. Errors: those of inspectFinite and pairItems.
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

} // namespace anchorscope::io
