// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/translation.h"

#include <memory>
#include <optional>

namespace anchorscope {

/// One direction of one repeat.
struct TranslationTask
{
    Side source = Side::x, target = Side::y;
    const PreparedSpace *from = nullptr, *to = nullptr;
    Correspondence pairing; ///< source → target, of the items that are scored
    std::vector<ItemIndex> anchorsFrom, anchorsTo;
    std::vector<ItemIndex> trainTo = {}, testFrom = {}, testTo = {}; ///< empty without labels
    std::vector<std::int32_t> trainLabels = {}, testLabels = {};
    Index classes = 0;
    std::unique_ptr<Head> head = {};                    ///< of the target; null without labels
    std::vector<std::unique_ptr<Head>> scaleHeads = {}; ///< of the target, for the scale curve
};

/// A repeat: its spaces, and both directions between them.
struct TranslationRepeat
{
    std::optional<ExperimentSpaces> own; ///< where the anchors' statistics centre them
    std::vector<TranslationTask> tasks;
};

/// What a repeat is drawn from.
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

/// A space into itself: what the target's half of a task says.
TranslationTask withinTarget(const TranslationTask &task);

} // namespace anchorscope
