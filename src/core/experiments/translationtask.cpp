// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/translationtask.h"

#include "core/parallel.h"

#include <algorithm>

namespace anchorscope {

namespace {

bool trainHeads(TranslationTask &task, const TranslationOptions &options, const StitchOptions &stitching,
                const RunContext &context)
{
    const RunContext quiet = context.withoutProgress();
    const Matrix rows = rowsOf(task.to->rows, task.trainTo);
    const auto train = [&](const std::string &name) {
        return findHead(name)->train(rows, task.trainLabels, task.classes, stitching.headOptions, quiet);
    };
    task.head = train(stitching.head);
    context.report(0.5, "Training heads");
    // Maximum number of dimensions for which options.scaleHeads are trained. With more, their 1,000 steps take minutes.
    constexpr Index widest = 4096;
    if (rows.cols() > widest)
        return !context.cancelled();
    task.scaleHeads.resize(options.scaleHeads.size());
    forBlocks(
        static_cast<Index>(options.scaleHeads.size()), 1,
        [&](Index i, Index) {
            const auto at = static_cast<std::size_t>(i);
            task.scaleHeads[at] = train(options.scaleHeads[at]);
        },
        context);
    return !context.cancelled();
}

} // namespace

TranslationTask withinTarget(const TranslationTask &task)
{
    TranslationTask within;
    within.source = within.target = task.target;
    within.from = within.to = task.to;
    within.pairing = Correspondence(task.to->size(), task.to->size());
    for (const ItemIndex item : task.pairing.swapped().pairedItemsOfX())
        within.pairing.pair(item, item);
    within.anchorsFrom = within.anchorsTo = task.anchorsTo;
    within.testFrom = within.testTo = task.testTo;
    within.testLabels = task.testLabels;
    return within;
}

Status drawRepeat(TranslationRepeat &repeat, const TranslationInput &input, std::uint64_t seed,
                  const RunContext &context)
{
    const ExperimentOptions &options = input.options.base;
    const auto anchors =
        drawRunAnchors(input.pairing, options.protocol, seed, {input.spaces.x.zeroRows, input.spaces.y.zeroRows});
    if (!anchors)
        return anchors.error();
    const std::vector<ItemIndex> &anchorsX = anchors->itemsOfX, anchorsY = input.pairing.partnersOfX(anchorsX);
    if (std::ranges::count(anchorsY, noItem) > 0)
        return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: draw fewer anchors.");
    const Correspondence scored = options.scored(input.pairing, anchorsX);
    if (scored.empty())
        return Error(ErrorCode::tooFewPairs, "Expected paired items that are not anchors to score, found none. Draw "
                                             "fewer anchors, or include anchors in the scores.");
    if (input.options.statistics == Statistics::anchors) {
        const Centering centering = options.protocol.centering;
        repeat.own.emplace(prepareBy(rowsOf(input.x.vectors, anchorsX), input.x.vectors, centering, context),
                           prepareBy(rowsOf(input.y.vectors, anchorsY), input.y.vectors, centering, context));
    }
    const auto &[x, y, additionalBanks] = repeat.own ? *repeat.own : input.spaces;
    repeat.tasks.resize(2);
    repeat.tasks[0] = {Side::x, Side::y, &x, &y, scored, anchorsX, anchorsY};
    repeat.tasks[1] = {Side::y, Side::x, &y, &x, scored.swapped(), anchorsY, anchorsX};
    const StitchOptions stitching = options.stitchingOf(seed);
    const auto split = splitForStitching(input.items, input.pairing, stitching, anchorsX);
    if (!split)
        return Done{};
    const auto trainY = input.pairing.partnersOfX(split->trainX), testY = input.pairing.partnersOfX(split->testX);
    for (TranslationTask &task : repeat.tasks) {
        const bool xToY = task.source == Side::x;
        task.trainTo = xToY ? trainY : split->trainX;
        task.testFrom = xToY ? split->testX : testY;
        task.testTo = xToY ? testY : split->testX;
        task.trainLabels = split->trainLabels;
        task.testLabels = split->testLabels;
        task.classes = static_cast<Index>(split->classes.size());
        const double done = xToY ? 0 : 0.5;
        if (!trainHeads(task, input.options, stitching, context.part(done, done + 0.5)))
            return cancelledError();
    }
    return Done{};
}

} // namespace anchorscope
