// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/protocol.h"

#include "core/alignment/subset.h"
#include "core/anchors/sampling.h"
#include "core/data/hintcolumns.h"
#include "core/optimizers/crossvalidation.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"

#include <utility>

namespace anchorscope {

namespace {

/// Samples anchors and seeds from the known pairs. If there are fewer known pairs than anchors, only the seeds are
/// sampled from them, and the other anchors from `pool`.
Result<AnchorSet> drawFromTruth(const Correspondence &truth, const std::vector<ItemIndex> &pool,
                                const ProtocolOptions &options, Random &random)
{
    if (truth.pairs() >= options.anchors)
        return drawAnchors(truth, options.anchors, options.seeds, random);
    if (truth.pairs() < options.seeds)
        return Error(ErrorCode::tooFewPairs, "Expected at least " + std::to_string(options.seeds) +
                                                 " known pairs to draw seeds from, found " +
                                                 std::to_string(truth.pairs()) +
                                                 ". Pair more items, draw fewer seeds, or name the seeds in a "
                                                 "file of pairs.");
    std::vector<SeedPair> seeds;
    for (const ItemIndex item : random.sample(truth.pairedItemsOfX(), options.seeds))
        seeds.push_back({.x = item, .y = truth.partnerOfX(item)});
    return completeAnchors(seeds, truth.itemsOfX(), options.anchors, random, pool);
}

std::vector<ItemIndex> poolOf(const Correspondence &truth, const ProtocolOptions &options)
{
    if (options.optimizedSide == Side::y)
        return options.pool;
    std::vector<ItemIndex> items;
    for (const ItemIndex item : options.pool) {
        if (truth.partnerOfY(item) != noItem)
            items.push_back(truth.partnerOfY(item));
    }
    return items;
}

template <class Value> void putBack(std::vector<Value> &values, const std::vector<ItemIndex> &order)
{
    if (values.empty())
        return;
    std::vector<Value> result(values.size());
    for (std::size_t j = 0; j < order.size(); ++j)
        result[static_cast<std::size_t>(order[j])] = values[j];
    values = std::move(result);
}

/// Reorders the items of a space, in a copy or in place; the destructor undoes a reordering in place.
class Reordered
{
public:
    Reordered(const PreparedSpace &space, PreparedSpace *inPlace, const std::vector<ItemIndex> &order,
              const std::vector<ItemIndex> &place, const RunContext &context)
        : m_inPlace(inPlace), m_place(place)
    {
        if (m_inPlace)
            reorder(*m_inPlace, order);
        else
            m_copy = itemsOf(space, order, context);
    }
    ~Reordered()
    {
        if (m_inPlace)
            reorder(*m_inPlace, m_place);
    }
    Reordered(const Reordered &) = delete;
    Reordered &operator=(const Reordered &) = delete;

    const PreparedSpace &space() const { return m_inPlace ? *m_inPlace : m_copy; }

private:
    PreparedSpace *const m_inPlace;
    const std::vector<ItemIndex> &m_place;
    PreparedSpace m_copy;
};

/// Hints with X and Y exchanged if X is optimized, because the optimizer calls the optimized side Y.
Hints hintsOf(const ProtocolOptions &options)
{
    if (!options.hints)
        return {};
    return options.optimizedSide == Side::x ? options.hints->swapped() : *options.hints;
}

/// Shuffles the rows of Y, so that their order in the files contains no information.
Result<OptimizeSummary> optimizeShuffled(const ProtocolInput &input, const AnchorSet &anchors,
                                         const ProtocolOptions &protocol, std::uint64_t seed, const RunContext &context,
                                         const IterationCallback &onIteration)
{
    constexpr std::uint64_t shuffleStream = 1; // random stream of the shuffle; anchors are sampled with another one
    const auto order = Random(hashBits(seed, shuffleStream, 0, 0)).permutation(input.y.size());
    const std::vector<ItemIndex> place = inversePermutation(order);
    const Reordered y(input.y, input.shuffledInPlace, order, place, context);
    const Correspondence truth = input.truth.withYReordered(order);
    OptimizeInput shuffled{input.x, y.space(), anchors.itemsOfX, elementsAt(place, anchors.seedsOfY),
                           truth.empty() ? nullptr : &truth};
    if (protocol.orderedByFile) {
        shuffled.orderOfX = allItems(input.x.size());
        shuffled.orderOfY = place;
    }
    if (protocol.hints)
        shuffled.hints = hintsOf(protocol).withYReordered(order);
    shuffled.earlier = protocol.earlier;
    for (std::size_t j = 0; j < protocol.earlier.xOfY.size(); ++j)
        shuffled.earlier.xOfY[j] = protocol.earlier.xOfY[static_cast<std::size_t>(order[j])];
    OptimizeOptions options = protocol.optimize;
    options.seed = seed;
    auto summary = optimize(shuffled, options, context, onIteration);
    if (!summary)
        return summary;
    for (ItemIndex &item : summary->discreteOfY)
        item = order[static_cast<std::size_t>(item)];
    putBack(summary->correspondence, order);
    putBack(summary->hint.correspondence, order);
    putBack(summary->correspondenceScore, order);
    if (!summary->hasResult() &&
        (summary->termination == Termination::timeLimit || summary->termination == Termination::stopped))
        summary->message =
            "The run ended before its first iteration was done, so nothing was found. Give it more time.";
    return summary;
}

} // namespace

bool learnsMetric(const ProtocolOptions &options)
{
    if (options.existingRun)
        return !options.existingRun->anchors.metric.empty();
    const Optimizer *method = findOptimizer(options.optimize.method);
    return method && method->learnsMetric;
}

Status checkSimilarity(const ProtocolOptions &options)
{
    const Similarity *chosen = findSimilarity(options.similarity);
    if (!chosen || !chosen->learned || learnsMetric(options))
        return Done{};
    return needsMetric(*chosen, options.existingRun ? "a run without them" : "the method " + options.optimize.method);
}

template <> std::span<const Field<ProtocolOptions>> fields()
{
    using O = ProtocolOptions;
    static constexpr FieldChoice centerings[] = {{1, "center"}, {0, "none"}, {2, "standardize"}};
    static constexpr FieldChoice orders[] = {{0, "none"}, {1, "file"}};
    static const Field<O> rows[] = {
        {"anchors", "Anchors",
         "Number of anchors, seeds included; with at most 300 items, half of them are the default", "K", &O::anchors, 1,
         anyCount, "anchor_count"},
        {"seeds", "Seeds", "Number of seeds to draw from the known pairs", "N", &O::seeds, 0, anyCount},
        {"optimize-side", "Side", "The space whose anchors are found: y or x", "SIDE",
         enumMember<O, &O::optimizedSide>(sideChoicesY)},
        {"center", "Pre-processing", "Pre-processing", "WHAT", enumMember<O, &O::centering>(centerings), 0, 2,
         "centering"},
        {"similarity", "Similarity", "Similarity of items and anchors", "NAME", &O::similarity, 0, 0, "similarity", 0,
         [] { return idsOf(similarities()); }},
        {"order", "Order",
         "file: the first items of both files are the most reliable ones, such as frequent words; auto starts with "
         "them on large datasets",
         "WHAT", enumMember<O, &O::orderedByFile>(orders)},
    };
    return rows;
}

Status ProtocolOptions::validate() const
{
    // The number of seeds that the user gives (seedPairs) is checked later, when further anchors are sampled.
    if (anchors < 1 || seeds < 0 || (seedPairs.empty() && seeds > anchors))
        return Error(ErrorCode::wrongUsage,
                     "Expected at least one anchor and at most as many seeds as anchors, found " +
                         std::to_string(anchors) + " anchors and " + std::to_string(seeds) + " seeds.");
    if (const Status valid = checkFields(*this); !valid)
        return valid;
    if (const Status valid = checkFields(similarityOptions); !valid)
        return valid;
    return checkFields(optimize);
}

std::vector<ItemIndex> anchorsOfX(const ProtocolRun &run, const Correspondence &truth)
{
    if (run.side == Side::y)
        return run.anchors.itemsOfX;
    std::vector<ItemIndex> items;
    for (const ItemIndex item : run.anchors.itemsOfX) {
        if (truth.partnerOfY(item) != noItem)
            items.push_back(truth.partnerOfY(item));
    }
    return items;
}

Result<AnchorSet> drawRunAnchors(const Correspondence &pairing, const ProtocolOptions &options, std::uint64_t seed,
                                 const EmptyItems &empty)
{
    Random random(seed);
    const Correspondence truth = pairing.without(empty.x, empty.y);
    std::vector<ItemIndex> pool = poolOf(truth, options);
    const bool drawsSeeds = options.seedPairs.empty(), fromAll = pool.empty();
    if (fromAll && !empty.x.empty())
        pool = itemsBut(truth.itemsOfX(), empty.x);
    std::erase_if(pool, [&](ItemIndex item) { return placeOf(item, empty.x) != noItem; });
    if (drawsSeeds)
        return fromAll ? drawFromTruth(truth, pool, options, random)
                       : drawAnchors(truth.only(pool), options.anchors, options.seeds, random);
    std::vector<SeedPair> seeds = options.seedPairs;
    if (options.optimizedSide == Side::x) {
        for (SeedPair &pair : seeds)
            std::swap(pair.x, pair.y);
    }
    std::erase_if(seeds, [&](const SeedPair &pair) {
        return placeOf(pair.x, empty.x) != noItem || placeOf(pair.y, empty.y) != noItem;
    });
    return completeAnchors(seeds, truth.itemsOfX(), options.anchors, random, std::move(pool));
}

namespace {

/// Spans given with the input, exchanged if X is optimized, because optimizers call the optimized side Y.
std::optional<SpanReduction> knownSpans(const ProtocolInput &input, Side optimized)
{
    if (!input.spans)
        return std::nullopt;
    return optimized == Side::x ? input.spans->exchanged() : *input.spans;
}

} // namespace

Result<ProtocolRun> runProtocol(const ProtocolInput &input, const ProtocolOptions &options, std::uint64_t seed,
                                const RunContext &context, const IterationCallback &onIteration)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    ProtocolRun run{seed, options.optimizedSide, {}, {}};
    if (options.existingRun) {
        run = *options.existingRun;
        run.seed = seed;
        return run;
    }
    const bool exchanged = run.side == Side::x;
    const Correspondence truth = exchanged ? input.truth.swapped() : input.truth;
    const PreparedSpace &x = exchanged ? input.y : input.x, &y = exchanged ? input.x : input.y;
    auto anchors = drawRunAnchors(truth, options, seed, {x.zeroRows, y.zeroRows});
    if (!anchors)
        return anchors.error();
    const auto known = knownSpans(input, run.side);
    const SpanReduction spans = known ? *known : SpanReduction(x, y, context);
    if (spans.any() && context.cancelled())
        return cancelledError();
    const ProtocolInput sided{spans.x(), spans.y(), truth, {}, spans.reducesY() ? nullptr : input.shuffledInPlace};
    auto summary = optimizeShuffled(sided, *anchors, options, seed, context, spans.lifting(onIteration, context));
    if (!summary)
        return summary.error();
    spans.lift(*summary, context);
    run.anchors = std::move(*anchors);
    run.anchors.continuousY = summary->anchorsOfY;
    run.anchors.discreteY = summary->discreteOfY;
    run.anchors.metric = summary->metric;
    run.summary = std::move(*summary);
    return run;
}

namespace {

/// Input with X and Y exchanged if X was optimized, because optimizers call the optimized side Y.
OptimizeInput sidedInput(const ProtocolInput &input, const ProtocolRun &run)
{
    const bool exchanged = run.side == Side::x;
    return {exchanged ? input.y : input.x, exchanged ? input.x : input.y, run.anchors.itemsOfX, run.anchors.seedsOfY};
}

} // namespace

std::optional<Verdict> validateRun(const ProtocolInput &input, const ProtocolOptions &options, const ProtocolRun &run,
                                   const RunContext &context)
{
    OptimizeInput sided = sidedInput(input, run);
    if (options.orderedByFile) {
        sided.orderOfX = allItems(sided.x.size());
        sided.orderOfY = allItems(sided.y.size());
    }
    sided.hints = hintsOf(options);
    OptimizeOptions optimize = options.optimize;
    optimize.seed = run.seed;
    const auto spans = knownSpans(input, run.side);
    return validateAlignment(sided, optimize, run.summary, context, spans ? &*spans : nullptr);
}

std::optional<std::vector<bool>> confirmRun(const ProtocolInput &input, const ProtocolRun &run,
                                            const std::vector<ItemIndex> &mutual, const RunContext &context)
{
    RunContext notKept = context;
    notKept.cache = nullptr;
    const auto spans = knownSpans(input, run.side);
    return confirmedMatches(sidedInput(input, run), mutual, run.anchors.metric.ridge, notKept,
                            spans ? &*spans : nullptr);
}

std::optional<RepresentationPair> encodeRun(const Representation &representation, const ProtocolInput &input,
                                            const ProtocolRun &run, const Similarity &similarity,
                                            const RunContext &context, const SimilarityOptions &options,
                                            const LearningChoice &learning)
{
    if (run.side == Side::y)
        return encodeSpaces(
            representation,
            {input.x, input.y, run.anchors, input.truth, similarity, options, input.additionalBanks, learning},
            context);
    LearningChoice swapped = learning;
    swapped.pool = input.truth.partnersOfX(learning.pool);
    auto pair = encodeSpaces(
        representation,
        {input.y, input.x, run.anchors, input.truth.swapped(), similarity, options, input.additionalBanks, swapped},
        context);
    if (pair)
        pair->swapSpaces();
    return pair;
}

Status readHintsOf(const ItemTable &x, const ItemTable &y, ProtocolOptions &options, std::vector<std::string> &notes)
{
    options.hints.reset();
    if (options.optimize.hints.empty())
        return Done{};
    auto hints = readHints(x, y, options.optimize.hints, notes);
    if (!hints)
        return hints.error();
    options.hints = std::move(*hints);
    return Done{};
}

Result<std::vector<HintSuggestion>> suggestHints(const ProtocolInput &input, const ItemTable &x, const ItemTable &y,
                                                 const ProtocolOptions &options, std::uint64_t seed,
                                                 const RunContext &context)
{
    const bool exchanged = options.optimizedSide == Side::x;
    const PreparedSpace &ofX = exchanged ? input.y : input.x, &ofY = exchanged ? input.x : input.y;
    auto anchors =
        drawRunAnchors(exchanged ? input.truth.swapped() : input.truth, options, seed, {ofX.zeroRows, ofY.zeroRows});
    if (!anchors)
        return anchors.error();
    std::vector<ReadHint> columns = sharedColumns(x, y);
    if (columns.empty())
        return Error(ErrorCode::wrongUsage, "The two spaces have no column in common that can be a hint. Expected one "
                                            "with the same name or the same values.");
    for (ReadHint &each : columns) {
        if (exchanged)
            std::swap(each.column.ofX, each.column.ofY);
    }
    auto offers = suggestHints({ofX, ofY, std::move(anchors->itemsOfX), std::move(anchors->seedsOfY)},
                               std::move(columns), seed, context);
    if (!offers)
        return cancelledError();
    return std::move(*offers);
}

} // namespace anchorscope
