// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"
#include "core/result.h"

#include <memory>
#include <string>
#include <vector>

namespace anchorscope::io {

/// The two spaces that a user compares, and what pairs them.
struct SpacePair
{
    std::shared_ptr<const EmbeddingSet> x, y;
    Correspondence pairing;
    PairingRule rule = PairingRule::automatic; ///< the rule that was applied
    std::vector<std::string> warnings;         ///< sentences: how items were paired, then counts that differ, …
    SpaceFacts factsX = {}, factsY = {};       ///< as far as the vectors were looked at
    bool assumed = false;                      ///< rows of two files, paired only because not both have ids
};

/// The first `count` items of both; if they share a table of items, they still do afterwards.
void keepFirstItems(std::shared_ptr<const EmbeddingSet> &x, std::shared_ptr<const EmbeddingSet> &y, Index count);

/// The facts of a set that can be used. Items with NaN or ±Inf are an error "non-finite" that names the first row.
Result<SpaceFacts> inspectFinite(const EmbeddingSet &set);

/// Pairs the items of two sets by a rule; `list` = path of a pairing file, for PairingRule::list. The vectors are not
/// read. Errors "no-matching-ids", "different-counts", and those of readPairs. With PairingRule::automatic, ids without
/// any match are not an error: PairingRule::none is applied, and a warning reports it. Rows whose names or labels
/// contradict each other are not paired by it.
Result<SpacePair> pairItems(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                            PairingRule rule, const std::string &list = {});

/// Inspects two sets and pairs their items. Errors: those of inspectFinite and pairItems.
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

} // namespace anchorscope::io
