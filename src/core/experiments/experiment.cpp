// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/experiment.h"

#include "core/evaluate/learnedrepresentation.h"

namespace anchorscope {

Encoding encodingOf(const ProtocolInput &input, const ProtocolRun &run, const ExperimentOptions &options)
{
    return [&](const Representation &representation, const RunContext &context) {
        return encodeRun(representation, input, run, *findSimilarity(options.protocol.similarity), context,
                         options.protocol.similarityOptions, options.learningOf(run.seed));
    };
}

std::vector<ItemIndex> usedItemsOfX(const ProtocolRun &run, const Correspondence &truth,
                                    const ExperimentOptions &options)
{
    const LearningChoice learning = options.learningOf(run.seed);
    const std::vector<ItemIndex> anchors = anchorsOfX(run, truth);
    if (!learning.subset)
        return anchors;
    if (run.side == Side::y)
        return ascending(anchors, mixedItems(anchors, truth, learning));
    const Correspondence swapped = truth.swapped();
    std::vector<ItemIndex> mixed = swapped.partnersOfX(mixedItems(run.anchors.itemsOfX, swapped, learning));
    std::erase(mixed, noItem);
    return ascending(anchors, mixed);
}

template <> std::span<const Field<ExperimentOptions>> fields()
{
    using O = ExperimentOptions;
    static const Field<O> rows[] = {
        {"first-seed", "First seed", "Random seed of the first repeat", "S", &O::firstSeed, 0, anySeed},
        {"repeats", "Repeats", "Number of repeats, each with the next random seed", "N", &O::repeats, 1, 1e6},
    };
    return rows;
}

Status ExperimentOptions::validate() const
{
    if (const Status valid = checkFields(*this); !valid)
        return valid;
    if (const Status valid = protocol.validate(); !valid)
        return valid;
    if (const Status valid = checkFields(learning.options); !valid)
        return valid;
    return checkSimilarity(protocol);
}

Status ExperimentOptions::validateWithoutRuns() const
{
    const Similarity *similarity = findSimilarity(protocol.similarity);
    if (similarity && similarity->learned)
        return needsMetric(*similarity, "an experiment on true anchors");
    return validate();
}

RetrievalOptions ExperimentOptions::retrievalOf(std::uint64_t seed, bool hubnessCorrected) const
{
    RetrievalOptions options = retrieval;
    options.seed = seed;
    options.perItem = false;
    options.hubnessCorrected = hubnessCorrected;
    return options;
}

Correspondence ExperimentOptions::scored(const Correspondence &pairing, const std::vector<ItemIndex> &anchors) const
{
    const Correspondence items = anchorOnlyOfX.empty() ? pairing : pairing.without(anchorOnlyOfX);
    return retrieval.scoreAnchors ? items : items.without(anchors);
}

Index anchorsAmong(Index items, Index requested)
{
    return requested < items ? requested : std::max<Index>(1, items / 2);
}

ItemTable labelledItems(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing)
{
    ItemTable items;
    items.count = x.size();
    items.labels = x.items->labels;
    items.labelNames = x.items->labelNames;
    if (items.hasLabels() || !y.items->hasLabels())
        return items;
    items.labelNames = y.items->labelNames;
    items.labels.assign(static_cast<std::size_t>(x.size()), unlabelled);
    for (const ItemIndex item : pairing.pairedItemsOfX())
        items.labels[static_cast<std::size_t>(item)] =
            y.items->labels[static_cast<std::size_t>(pairing.partnerOfX(item))];
    return items;
}

ItemTable ExperimentOptions::labelled(const EmbeddingSet &x, const EmbeddingSet &y, const Correspondence &pairing) const
{
    return itemsOfX ? *itemsOfX : labelledItems(x, y, pairing);
}

PreparedSpace ExperimentOptions::prepared(const EmbeddingSet &set, Side side, const RunContext &context) const
{
    const std::vector<ItemIndex> &anchorsOnly = side == Side::x ? anchorOnlyOfX : anchorOnlyOfY;
    if (anchorsOnly.empty())
        return prepare(set.vectors, protocol.centering, context);
    return prepareBy(rowsOf(set.vectors, itemsBut(set.size(), anchorsOnly)), set.vectors, protocol.centering, context);
}

LearningChoice ExperimentOptions::learningOf(std::uint64_t seed) const
{
    LearningChoice choice = learning;
    choice.options.seed = seed;
    choice.options.similarity = protocol.similarityOptions;
    return choice;
}

StitchOptions ExperimentOptions::stitchingOf(std::uint64_t seed) const
{
    StitchOptions options = stitching;
    options.seed = options.headOptions.seed = seed;
    return options;
}

ExperimentSpaces::ExperimentSpaces(const EmbeddingSet &setX, const EmbeddingSet &setY, const ExperimentOptions &options,
                                   const RunContext &context)
    : x(options.prepared(setX, Side::x, context)), y(options.prepared(setY, Side::y, context))
{
    for (const auto &bank : options.additionalBanks)
        additionalBanks.push_back(prepare(bank->vectors, options.protocol.centering, context));
}

MethodPlan ExperimentSpaces::plan(const ExperimentOptions &options) const
{
    MethodChoice choice = options.methods;
    if (!choice.timeLimitSeconds)
        choice.timeLimitSeconds = options.protocol.optimize.timeLimitSeconds;
    return planMethods(choice, {x.size(), y.size(), x.dimension(), y.dimension(), options.protocol.anchors,
                                learnsMetric(options.protocol)});
}

ProtocolInput ExperimentSpaces::input(const Correspondence &truth) const
{
    ProtocolInput result{x, y, truth};
    for (const PreparedSpace &bank : additionalBanks)
        result.additionalBanks.push_back(&bank);
    return result;
}

} // namespace anchorscope
