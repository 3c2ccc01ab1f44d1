// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/weakencoder.h"

#include "core/evaluate/learnedrepresentation.h"
#include "core/evaluate/representation.h"
#include "core/experiments/experimentof.h"

#include <cmath>

namespace anchorscope {

namespace {

constexpr const char *own = "own";

WeakEncoderRow &rowOf(WeakEncoderExperiment &experiment, const std::string &representation, Side classifier)
{
    return rowFor(experiment.rows, WeakEncoderRow{representation, classifier, {}, {}, {}},
                  [&](const WeakEncoderRow &row) {
                      return row.representation == representation && row.classifier == classifier;
                  });
}

void add(WeakEncoderRow &row, const ClassificationScores &scores)
{
    row.accuracy.add(scores.accuracy);
    row.weightedF1.add(scores.weightedF1);
}

struct Way
{
    std::string name;
    const Similarity *similarity; ///< similarity between items and true anchors; null: learned anchors
    bool closedForm = false;
};

std::vector<Way> waysOf(const ProtocolOptions &protocol)
{
    const Similarity *chosen = findSimilarity(protocol.similarity), *whitened = findSimilarity("whitened");
    std::vector<Way> ways{{"GT", chosen}};
    if (chosen != whitened)
        ways.push_back({"GT whitened", whitened});
    ways.push_back({"PARAM", nullptr});
    ways.push_back({"PARAM, closed form", nullptr, true});
    return ways;
}

Result<RepresentationPair> encode(const Way &way, const ProtocolInput &input, const AnchorSet &anchors,
                                  const StitchSplit &split, const ExperimentOptions &options, std::uint64_t seed,
                                  const RunContext &context)
{
    const LearningChoice learning = options.learningOf(seed);
    LearnedAnchorsOptions learned = learning.options;
    learned.anchors = anchors.count();
    learned.steps = way.closedForm ? 0 : learned.steps;
    AnchorSet used = anchors;
    if (!way.similarity) // learned anchors are mixtures of the true anchors and training items
        used = {
            withFurther(anchors.itemsOfX, split.trainX, learning.subset.value_or(anchors.count()), seed), {}, {}, {}};
    const Similarity &similarity = way.similarity ? *way.similarity : similarities().front();
    const RepresentationInput encoded{
        input.x, input.y, used, input.truth, similarity, options.protocol.similarityOptions, input.additionalBanks,
        learning};
    auto pair = way.similarity ? encodeSpaces(representations().front(), encoded, context)
                               : learnedRepresentation(encoded, learned, context);
    if (pair)
        return std::move(*pair);
    return context.cancelled()
               ? cancelledError()
               : Error(ErrorCode::tooFewPairs, "Expected a known partner of each of at least 2 anchors: draw fewer.");
}

/// Scores each encoder's classifier on vectors of the same encoder. Returns the accuracy for the weak encoder.
Result<double> scoreOwn(WeakEncoderExperiment &experiment, const ProtocolInput &input, const StitchSplit &split,
                        const StitchOptions &stitching, const RunContext &context)
{
    const auto strong = scoreOwnHead(input.x, split.trainX, split.testX, split, stitching, context.part(0, 0.5));
    if (!strong)
        return strong.error();
    const auto weak = scoreOwnHead(input.y, input.truth.partnersOfX(split.trainX), input.truth.partnersOfX(split.testX),
                                   split, stitching, context.part(0.5, 1));
    if (!weak)
        return weak.error();
    add(rowOf(experiment, own, Side::x), *strong);
    add(rowOf(experiment, own, Side::y), *weak);
    return weak->accuracy;
}

/// Scores the classifier of each encoder on the encoder's own items. Then scores the classifier of the strong encoder
/// on items of the weak encoder, in every representation. Anchors are not test items.
Status measure(WeakEncoderExperiment &experiment, const ProtocolInput &input, const ItemTable &items,
               const ExperimentOptions &options, std::uint64_t seed, const RunContext &context)
{
    const auto anchors = drawRunAnchors(input.truth, options.protocol, seed, {input.x.zeroRows, input.y.zeroRows});
    if (!anchors)
        return anchors.error();
    const StitchOptions stitching = options.stitchingOf(seed);
    const auto split = splitForStitching(items, input.truth, stitching, anchors->itemsOfX);
    if (!split)
        return split.error();
    experiment.classes = split->classes;
    experiment.trainItems = static_cast<Index>(split->trainX.size());
    experiment.testItems = static_cast<Index>(split->testX.size());
    const auto weak = scoreOwn(experiment, input, *split, stitching, context.part(0, 0.1));
    if (!weak)
        return weak.error();
    const std::vector<Way> ways = waysOf(options.protocol);
    const RunContext ofWays = context.part(0.1, 1);
    for (std::size_t i = 0; i < ways.size(); ++i) {
        const RunContext part = ofWays.step(i, ways.size());
        const auto pair = encode(ways[i], input, *anchors, *split, options, seed, part.part(0, 0.5));
        if (!pair)
            return pair.error();
        const auto stitched = stitch(*pair, input.truth, *split, stitching, part.part(0.5, 1));
        if (!stitched)
            return stitched.error();
        // scores of the head trained on X and tested on Y
        const ClassificationScores &scores = stitched->cells[1].scores;
        WeakEncoderRow &row = rowOf(experiment, ways[i].name, Side::x);
        add(row, scores);
        row.gain.add(scores.accuracy - *weak);
    }
    return Done{};
}

} // namespace

Result<WeakEncoderExperiment> runWeakEncoderExperiment(const EmbeddingSet &strong, const EmbeddingSet &weak,
                                                       const Correspondence &pairing, const ExperimentOptions &options,
                                                       const RunContext &context, Resume<WeakEncoderExperiment> resume)
{
    if (const Status valid = options.validateWithoutRuns(); !valid)
        return valid.error();
    const ItemTable items = options.labelled(strong, weak, pairing);
    if (const auto split = splitForStitching(items, pairing, options.stitching); !split)
        return split.error();
    const ExperimentSpaces spaces(strong, weak, options, context);
    const ProtocolInput input = spaces.input(pairing);
    const auto repeat = [&](WeakEncoderExperiment &experiment, std::uint64_t seed, const RunContext &part) {
        return measure(experiment, input, items, options, seed, part);
    };
    return runRepeats(std::move(resume), options.repeats, options.firstSeed, context, repeat);
}

std::string weakEncoderSentence(const WeakEncoderExperiment &experiment)
{
    const WeakEncoderRow *best = nullptr;
    for (const WeakEncoderRow &row : experiment.rows) {
        if (!row.gain.empty() && (!best || row.gain.mean() > best->gain.mean()))
            best = &row;
    }
    if (!best)
        return {};
    const auto points = [](double share) {
        const long tenths = std::lround(1000 * std::abs(share));
        return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
    };
    const double gain = best->gain.mean();
    return "The classifier of the strong space, applied to the weak one, is at best " + points(gain) + " points " +
           (gain >= 0 ? "better" : "worse") + " than the weak space's own (" + rowLabel(best->representation) +
           ", deviation " + points(best->gain.std()) + ").";
}

ResultTable resultTable(const WeakEncoderExperiment &experiment)
{
    using Row = WeakEncoderRow;
    return tableOf<Row>(
        experiment.rows,
        {{"classifier\nof", "Space that the classifier was trained on",
          +[](const Row &row) { return sideName(row.classifier); }},
         {"items\nof", "Space that it was tested on", +[](const Row &row) { return sideName(row.tested()); }},
         {"by", "How the items are represented",
          +[](const Row &row) { return row.gain.empty() ? "its own vectors" : rowLabel(row.representation); }},
         {"accuracy", "", &Row::accuracy},
         {"weighted\nF1", "", &Row::weightedF1},
         {"gain over\nY's own", "Accuracy minus that of Y's own classifier", &Row::gain}});
}

namespace {

ResultPlot scoresPlot(const WeakEncoderExperiment &experiment, const ResultTable &table)
{
    ResultPlot plot{.title = "Scores on the test items"};
    plot.columns = {"Accuracy", "Weighted F1"};
    plot.map.resize(std::ssize(experiment.rows), 2);
    for (const WeakEncoderRow &row : experiment.rows) {
        const auto &cells = table.rows[plot.rows.size()];
        plot.map.row(std::ssize(plot.rows)) << row.accuracy.mean(), row.weightedF1.mean();
        plot.rows.push_back(cells[0].text + ", " + cells[2].text);
    }
    return plot;
}

Outcome showEncoders(const WeakEncoderExperiment &experiment, const ExperimentOptions &)
{
    ResultTable table = resultTable(experiment);
    const std::string sentence = weakEncoderSentence(experiment);
    const ResultPlot plot = scoresPlot(experiment, table);
    table.below = {sentence};
    return {{table}, {plot}, sentence};
}

JsonObject writeEncoders(const WeakEncoderExperiment &experiment, const ExperimentOptions &)
{
    JsonArray rows;
    for (const WeakEncoderRow &row : experiment.rows) {
        JsonValue &json = rows.emplace_back(JsonFields::reported(row));
        json["encoder"] = row.tested();
        if (row.gain.empty())
            json["gain"] = JsonValue();
    }
    return {{"classes", experiment.classes},
            {"train_items", experiment.trainItems},
            {"test_items", experiment.testItems},
            {"rows", rows},
            {"sentence", weakEncoderSentence(experiment)}};
}

} // namespace

Experiment weakEncoderEntry()
{
    Experiment experiment = experimentOf<runWeakEncoderExperiment, showEncoders, writeEncoders>(
        {.id = "weak-encoder",
         .label = "Weak encoder",
         .about = "Does a classifier trained on a strong encoder (X) beat the weak encoder's (Y) own classifier on Y's "
                  "vectors?",
         .papers = "PARAM; RR 5",
         .requirements = {.labels = true},
         .reads = {.anchors = true,
                   .similarity = true,
                   .learned = true,
                   .head = true,
                   .headInput = true,
                   .trainShare = true,
                   .split = true,
                   .labels = true}});
    experiment.fit = [](std::any &options, Index pairs) {
        auto &own = *std::any_cast<ExperimentOptions>(&options);
        // If the data have a split, it lists the items for learned anchors; otherwise these are mixtures of many items.
        if (!own.learning.subset && (!own.itemsOfX || own.itemsOfX->parts.empty()))
            own.learning.subset = anchorsAmong(pairs, manyParallelItems);
    };
    return experiment;
}

} // namespace anchorscope
