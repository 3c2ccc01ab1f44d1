// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"

#include <memory>
#include <optional>

namespace anchorscope {

/// Data of one direction in one repeat.
struct TranslationTask
{
    Side source = Side::x, target = Side::y;
    const PreparedSpace *from = nullptr, *to = nullptr;
    Correspondence pairing; ///< items to score, as pairs source → target
    std::vector<ItemIndex> anchorsFrom, anchorsTo;
    std::vector<ItemIndex> trainTo = {}, testFrom = {}, testTo = {}; ///< items of the split; empty without labels
    std::vector<std::int32_t> trainLabels = {}, testLabels = {};
    Index classes = 0;
    std::unique_ptr<Head> head = {};                    ///< head trained on the target; null without labels
    std::vector<std::unique_ptr<Head>> scaleHeads = {}; ///< further heads of the target for the scale curve
};

/// Data of a repeat: its spaces, and both directions between them.
struct TranslationRepeat
{
    std::optional<ExperimentSpaces> own; ///< own spaces, if they are centred by the anchors' statistics
    std::vector<TranslationTask> tasks;
};

/// Data and options that repeats are drawn from.
struct TranslationInput
{
    const EmbeddingSet &x, &y;
    const ExperimentSpaces &spaces;
    const ItemTable &items;
    const Correspondence &pairing;
    const TranslationOptions &options;
};

/// Draws the anchors and the split of a repeat and trains the targets' heads. Errors: those of drawRunAnchors(),
/// "too-few-pairs", "cancelled".
Status drawRepeat(TranslationRepeat &repeat, const TranslationInput &input, std::uint64_t seed,
                  const RunContext &context);

/// Task that translates the target of `task` into itself.
TranslationTask withinTarget(const TranslationTask &task);

} // namespace anchorscope
