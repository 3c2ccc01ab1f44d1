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
    std::vector<std::string> warnings;         ///< sentences: rows dropped, counts that differ, …
};

/// Pairs two sets by a rule; `list` = path of a pairing file, for PairingRule::list. Items with NaN or ±Inf are an
/// error "non-finite" that names the first row. Errors "no-matching-ids", "different-counts", and those of readPairs.
Result<SpacePair> pairSpaces(std::shared_ptr<const EmbeddingSet> x, std::shared_ptr<const EmbeddingSet> y,
                             PairingRule rule, const std::string &list = {});

} // namespace anchorscope::io
