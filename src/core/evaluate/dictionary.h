// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// Word of the source and the items of the target that translate it, at least one.
struct DictionaryEntry
{
    ItemIndex word = noItem;
    std::vector<ItemIndex> answers;
};

/// Scores of a bilingual dictionary (Conneau et al., ICLR 2018). The rank of a word is that of its best translation
/// among all items of the target.
struct DictionaryScores
{
    /// Scores if the items of the target are ranked by cosine.
    double mrr = 0, pAt1 = 0, pAt5 = 0, pAt10 = 0;
    /// Scores if the items of the target are ranked by CSLS with 10 neighbours.
    double cslsMrr = 0, cslsPAt1 = 0, cslsPAt5 = 0, cslsPAt10 = 0;
    Index words = 0;
};

/// Rank of a word: 1 + number of targets before its best translation + half the number of equally near wrong targets.
/// `source`: n × k, `target`: m × k, as in retrieve(). Errors: "no-pairs" without entries, "cancelled".
Result<DictionaryScores> scoreDictionary(const Matrix &source, const Matrix &target,
                                         const std::vector<DictionaryEntry> &entries, const RunContext &context = {});

} // namespace anchorscope
