// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"

#include <memory>
#include <optional>

namespace anchorscope {

struct TranslationTask
{
    Side source = Side::x, target = Side::y;
    const PreparedSpace *from = nullptr, *to = nullptr;
    Correspondence pairing;
    std::vector<ItemIndex> anchorsFrom, anchorsTo;
    /// Training items of the target, and test items of both spaces; empty without labels.
    std::vector<ItemIndex> trainTo = {}, testFrom = {}, testTo = {};
    std::vector<std::int32_t> trainLabels = {}, testLabels = {};
    Index classes = 0;
    /// Head trained on rows of the target; null without labels.
    std::unique_ptr<Head> head = {};
    std::vector<std::unique_ptr<Head>> scaleHeads = {};
};

struct TranslationRepeat
{
    /// Spaces of this repeat, centred by the statistics of its anchors; nullopt if statistics of all items are used.
    std::optional<ExperimentSpaces> own;
    std::vector<TranslationTask> tasks;
};

struct TranslationInput
{
    const EmbeddingSet &x, &y;
    const ExperimentSpaces &spaces;
    const ItemTable &items;
    const Correspondence &pairing;
    const TranslationOptions &options;
};

/// Samples the anchors and the split of one repeat and trains the heads of both targets. Errors: those of
/// drawRunAnchors(), "too-few-pairs", "cancelled".
Status drawRepeat(TranslationRepeat &repeat, const TranslationInput &input, std::uint64_t seed,
                  const RunContext &context);

TranslationTask withinTarget(const TranslationTask &task);

} // namespace anchorscope
