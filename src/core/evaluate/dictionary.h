// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Entry of a bilingual dictionary: a word of the source and the items of the target that translate it, at least one.
struct DictionaryEntry
{
    ItemIndex word = noItem;
    std::vector<ItemIndex> answers;
};

/// Scores of a bilingual dictionary as defined by Conneau et al. (ICLR 2018): any correct translation counts, so the
/// rank of a word is that of its best translation among all items of the target.
struct DictionaryScores
{
    /// Scores if the items of the target are ranked by cosine.
    double mrr = 0, pAt1 = 0, pAt5 = 0, pAt10 = 0;
    /// Scores if the items of the target are ranked by CSLS with 10 neighbours.
    double cslsMrr = 0, cslsPAt1 = 0, cslsPAt5 = 0, cslsPAt10 = 0;
    Index words = 0;
};

/// Scores a dictionary. `source`: n × k, `target`: m × k, as in retrieve(). The rank of a word is 1 + number of targets
/// ranked before its best translation + half the number of tied targets that do not translate it. Errors: "no-pairs"
/// without entries, "cancelled".
Result<DictionaryScores> scoreDictionary(const Matrix &source, const Matrix &target,
                                         const std::vector<DictionaryEntry> &entries, const RunContext &context = {});

} // namespace anchorscope
