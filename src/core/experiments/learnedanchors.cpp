// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/learnedanchors.h"

#include "core/evaluate/representation.h"
#include "core/experiments/experimentof.h"
#include "core/plaintext.h"
#include "core/random.h"

#include <algorithm>
#include <mutex>

namespace anchorscope {

namespace {

struct LearningInput
{
    const ProtocolInput &spaces;
    const ItemTable &items;
    const LearningOptions &options;
};

LearningRow &rowOf(LearningExperiment &experiment, const std::string &method, Direction direction)
{
    return rowFor(experiment.rows, LearningRow{method, direction, {}, {}},
                  [&](const LearningRow &row) { return row.method == method && row.direction == direction; });
}

/// The items in `anchored` are neither queries nor test items.
Status score(LearningExperiment &experiment, const RepresentationPair &pair, const std::vector<ItemIndex> &anchored,
             const LearningInput &input, std::uint64_t seed, const RunContext &context)
{
    const RetrievalOptions retrieval = input.options.base.retrievalOf(seed).leavingOut(anchored);
    const auto scores = retrieveBothWays(pair, input.spaces.truth, retrieval, context.part(0, 0.5));
    if (!scores)
        return scores.error();
    LearningRow &xToY = rowOf(experiment, pair.method, Direction::xToY);
    xToY.mrr.add(scores->xToY.mrr.mean);
    rowOf(experiment, pair.method, Direction::yToX).mrr.add(scores->yToX.mrr.mean);
    const StitchOptions stitching = input.options.base.stitchingOf(seed);
    const auto split = splitForStitching(input.items, input.spaces.truth, stitching, anchored);
    if (!split)
        return Done{};
    const auto stitched = stitch(pair, input.spaces.truth, *split, stitching, context.part(0.5, 1));
    if (!stitched)
        return stitched.error();
    for (const StitchScores &cell : stitched->cells) {
        if (cell.trainSpace != cell.testSpace)
            rowOf(experiment, pair.method, cell.trainSpace == Side::x ? Direction::xToY : Direction::yToX)
                .accuracy.add(cell.scores.accuracy);
    }
    return Done{};
}

struct Variant
{
    std::string method;
    bool learns = false;
    const Similarity *similarity = nullptr;
    SimilarityOptions numbers = {};
    bool closedForm = false;
};

/// Lists the methods to compare: learned and true anchors with the given settings, and with λ by Ledoit and Wolf.
std::vector<Variant> variantsOf(const ProtocolOptions &protocol)
{
    const Similarity *chosen = findSimilarity(protocol.similarity), *whitened = findSimilarity("whitened");
    const SimilarityOptions &given = protocol.similarityOptions;
    std::vector<Variant> variants{{"PARAM", true, chosen, given}, {"GT", false, chosen, given}};
    if (chosen != whitened)
        variants.push_back({"GT whitened", false, whitened, given});
    if (!given.ledoitWolf) {
        SimilarityOptions byRows = given;
        byRows.ledoitWolf = true;
        variants.push_back({"PARAM, λ chosen", true, whitened, byRows});
        variants.push_back({"GT whitened, λ chosen", false, whitened, byRows});
    }
    variants.push_back({"PARAM, closed form", true, chosen, given, true});
    return variants;
}

/// Encodes both spaces relative to learned anchors, or to the random true anchors `drawn`; nullopt if not possible.
std::optional<RepresentationPair> encode(const Variant &variant, const LearningInput &input, const AnchorSet &subset,
                                         const AnchorSet &drawn, std::uint64_t seed, const LearningObserver &keep,
                                         const RunContext &context)
{
    const ProtocolInput &spaces = input.spaces;
    const Similarity &similarity = *variant.similarity;
    std::optional<RepresentationPair> pair;
    if (variant.learns) {
        LearnedAnchorsOptions learning = input.options.base.learningOf(seed).options;
        learning.anchors = input.options.base.protocol.anchors;
        learning.similarity = variant.numbers;
        if (variant.closedForm)
            learning.steps = 0;
        pair = learnedRepresentation(
            {spaces.x, spaces.y, subset, spaces.truth, similarity, variant.numbers, spaces.additionalBanks}, learning,
            context, keep);
    } else {
        pair = encodeSpaces(representations().front(),
                            {spaces.x, spaces.y, drawn, spaces.truth, similarity, variant.numbers}, context);
    }
    if (pair)
        pair->method = variant.method;
    return pair;
}

/// Stores the learning steps of the first repeat in the result.
Status measure(LearningExperiment &experiment, const LearningInput &input, std::uint64_t seed,
               const LearningObserver &onStep, const RunContext &context)
{
    const ProtocolOptions &protocol = input.options.base.protocol;
    const Correspondence &truth = input.spaces.truth;
    Random random(seed);
    const std::vector<ItemIndex> known = random.sample(
        truth.pairedItemsOfX(), std::min(std::max(input.options.subset, protocol.anchors), truth.pairs()));
    const auto firstOf = [&](Index count) {
        return AnchorSet{{known.begin(), known.begin() + std::min(count, std::ssize(known))}, {}, {}, {}};
    };
    const AnchorSet subset = firstOf(input.options.subset), drawn = firstOf(protocol.anchors);
    const bool first = experiment.curves.empty();
    if (first)
        experiment.curves = {{Side::x, {}}, {Side::y, {}}};
    std::mutex mutex; // anchors for X and for Y are learned on two threads, which both call back
    const auto keep = [&](Side tested, const LearnedAnchorsStep &step) {
        if (!first)
            return;
        const std::lock_guard lock(mutex);
        experiment.curves[tested == Side::x ? 0 : 1].steps.push_back(step);
        if (onStep)
            onStep(tested, step);
    };
    const std::vector<Variant> variants = variantsOf(protocol);
    const double share = 1 / static_cast<double>(variants.size());
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const RunContext part = context.part(static_cast<double>(i) * share, static_cast<double>(i + 1) * share);
        const auto pair = encode(variants[i], input, subset, drawn, seed, i == 0 ? LearningObserver(keep) : nullptr,
                                 part.part(0, 0.7));
        if (!pair)
            return context.cancelled() ? cancelledError()
                                       : Error(ErrorCode::tooFewPairs,
                                               "Expected at least 2 pairs and 2 dimensions to learn anchors from.");
        if (const Status scored = score(experiment, *pair, known, input, seed, part.part(0.7, 1)); !scored)
            return scored;
    }
    return Done{};
}

} // namespace

Status LearningOptions::validate() const
{
    if (subset < 2)
        return Error(ErrorCode::wrongUsage, "Expected at least 2 parallel items to learn anchors from.");
    return base.validateWithoutRuns();
}

Result<LearningExperiment> runLearningExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                 const Correspondence &pairing, const LearningOptions &options,
                                                 const RunContext &context, Resume<LearningExperiment> resume,
                                                 const LearningObserver &onStep)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options.base, context);
    const ProtocolInput prepared = spaces.input(pairing);
    const ItemTable items = labelledItems(x, y, pairing);
    resume.partialResult.chosenShrinkage.clear();
    for (const PreparedSpace *space : {&spaces.x, &spaces.y})
        resume.partialResult.chosenShrinkage.push_back(
            ledoitWolfShrinkage(unscaledRows(space->rows, space->norms), context));
    const LearningInput input{prepared, items, options};
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context,
                      [&](LearningExperiment &experiment, std::uint64_t seed, const RunContext &part) {
                          return measure(experiment, input, seed, onStep, part);
                      });
}

ResultTable resultTable(const LearningExperiment &experiment)
{
    using Row = LearningRow;
    return tableOf<Row>(experiment.rows,
                        {{"anchors", "", +[](const Row &row) { return rowLabel(row.method); }},
                         {"queries\n→ index", "",
                          +[](const Row &row) { return arrowName(sourceOf(row.direction), targetOf(row.direction)); }},
                         {"MRR", "", &Row::mrr},
                         {"vectors\n→ classifier", "",
                          +[](const Row &row) { return arrowName(targetOf(row.direction), sourceOf(row.direction)); }},
                         {"accuracy", "", &Row::accuracy}});
}

template <> std::span<const Field<LearningOptions>> fields()
{
    return {};
}

namespace {

Result<LearningExperiment> runLearning(const ExperimentRequest &request, const LearningOptions &options,
                                       Resume<LearningExperiment> resume)
{
    LearningExperiment live;
    live.curves = {{Side::x, {}}, {Side::y, {}}};
    const auto onStep = [&](Side tested, const LearnedAnchorsStep &step) {
        live.curves[tested == Side::x ? 0 : 1].steps.push_back(step);
        request.onProgress(live);
    };
    return runLearningExperiment(*request.x, *request.y, *request.pairing, options, request.context, std::move(resume),
                                 request.onProgress ? LearningObserver(onStep) : nullptr);
}

ResultPlot lossPlot(const LearningCurve &learned)
{
    ResultPlot plot{.title = "Loss, learned without " + sideName(learned.tested),
                    .xTitle = "step",
                    .yTitle = "weighted loss; lower is better"};
    const std::pair<const char *, double LearnedAnchorsStep::*> terms[] = {
        {"sum", &LearnedAnchorsStep::loss},
        {"soft Jaccard", &LearnedAnchorsStep::jaccard},
        {"Barlow Twins", &LearnedAnchorsStep::barlow},
        {"alignment and uniformity", &LearnedAnchorsStep::alignment},
        {"cohesion", &LearnedAnchorsStep::cohesion}};
    for (const auto &[name, term] : terms) {
        ResultCurve &curve = plot.curves.emplace_back(ResultCurve{name});
        for (const LearnedAnchorsStep &step : learned.steps) {
            curve.x.push_back(step.step);
            curve.y.push_back(step.*term);
        }
    }
    return plot;
}

Outcome showLearning(const LearningExperiment &experiment, const LearningOptions &)
{
    Outcome outcome{{resultTable(experiment)}};
    std::vector<std::string> &below = outcome.tables.front().below;
    if (experiment.chosenShrinkage.size() == 2)
        below.push_back("λ by Ledoit and Wolf: " + roundedText(experiment.chosenShrinkage[0], 3) + " for X, " +
                        roundedText(experiment.chosenShrinkage[1], 3) + " for Y.");
    for (const LearningCurve &curve : experiment.curves) {
        if (curve.steps.empty())
            continue;
        outcome.plots.push_back(lossPlot(curve));
        below.push_back("Loss without " + sideName(curve.tested) + ": " + fixedText(curve.steps.front().loss, 4) +
                        " in the first step, " + fixedText(curve.steps.back().loss, 4) + " in the last (" +
                        std::to_string(curve.steps.back().step) + ").");
    }
    return outcome;
}

JsonObject writeLearning(const LearningExperiment &experiment, const LearningOptions &options)
{
    JsonArray curves;
    for (const LearningCurve &curve : experiment.curves) {
        JsonArray steps;
        for (const LearnedAnchorsStep &step : curve.steps)
            steps.emplace_back(JsonFields::reported(step)).erase("seconds");
        curves.push_back(JsonObject{{"tested", curve.tested}, {"steps", std::move(steps)}});
    }
    return {{"score_anchors", options.base.retrieval.scoreAnchors},
            {"subset", options.subset},
            {"steps", options.base.learning.options.steps},
            {"chosen_shrinkage", experiment.chosenShrinkage},
            {"curves", curves},
            {"rows", JsonFields::reported(experiment.rows)}};
}

} // namespace

Experiment learnedAnchorsEntry()
{
    Experiment experiment = experimentOf<runLearning, showLearning, writeLearning>(
        {.id = "learned-anchors",
         .label = "Learned anchors",
         .about = "Learn anchors step by step as mixtures of parallel items, and compare them with random ones.",
         .papers = "PARAM",
         .requirements = {},
         .reads = {.anchors = true,
                   .similarity = true,
                   .learned = true,
                   .exact = true,
                   .scoreAnchors = true,
                   .head = true,
                   .headInput = true,
                   .trainShare = true}});
    experiment.settle = [](std::any &options) {
        auto &own = *std::any_cast<LearningOptions>(&options);
        own.base.learning.subset = own.subset = own.base.learning.subset.value_or(own.subset);
    };
    experiment.fit = [](std::any &options, Index pairs) {
        auto &own = *std::any_cast<LearningOptions>(&options);
        own.subset = anchorsAmong(pairs, own.subset);
    };
    return experiment;
}

} // namespace anchorscope
