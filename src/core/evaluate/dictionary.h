// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <vector>

namespace anchorscope {

/// A word of the source and the items of the target that translate it, at least one.
struct DictionaryEntry
{
    ItemIndex word = noItem;
    std::vector<ItemIndex> answers;
};

/// Bilingual lexicon induction as scored by Conneau et al. (ICLR 2018): any correct answer counts, so a word's rank is
/// that of its best answer among all items of the target.
struct DictionaryScores
{
    double mrr = 0, pAt1 = 0, pAt5 = 0, pAt10 = 0;                 ///< scores of the dictionary by cosine
    double cslsMrr = 0, cslsPAt1 = 0, cslsPAt5 = 0, cslsPAt10 = 0; ///< scores by CSLS with 10 neighbours
    Index words = 0;
};

/// Scores a dictionary. source: n × k, target: m × k, as in retrieve(). Rank = 1 + number of items ranked before the
/// best answer + half the number of ties that are not answers. Errors: "no-pairs" without entries, "cancelled".
Result<DictionaryScores> scoreDictionary(const Matrix &source, const Matrix &target,
                                         const std::vector<DictionaryEntry> &entries, const RunContext &context = {});

} // namespace anchorscope
