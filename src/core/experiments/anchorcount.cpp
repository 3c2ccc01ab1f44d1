// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/anchorcount.h"

#include "core/anchors/samplers.h"
#include "core/evaluate/learnedrepresentation.h"
#include "core/experiments/experimentof.h"
#include "core/random.h"

#include <algorithm>

namespace anchorscope {

namespace {

constexpr const char *learnedId = "PARAM";

struct CountInput
{
    const PreparedSpace &x, &y;
    const ItemTable &items;
    const Correspondence &pairing;
    const AnchorCountOptions &options;
    std::vector<const PreparedSpace *> additionalBanks;
};

RepeatedValue &pointOf(AnchorCountExperiment &experiment, const std::string &sampler, const char *metric, Index anchors)
{
    AnchorCurve &curve = rowFor(experiment.curves, AnchorCurve{sampler, metric, {}}, [&](const AnchorCurve &each) {
        return each.sampler == sampler && each.metric == metric;
    });
    return rowFor(curve.points, AnchorCurvePoint{anchors, {}},
                  [&](const AnchorCurvePoint &point) { return point.anchors == anchors; })
        .value;
}

/// Anchors are neither queries nor test items.
Status score(AnchorCountExperiment &experiment, const std::string &sampler, Index anchors,
             const std::vector<ItemIndex> &anchored, const RepresentationPair &pair, const CountInput &input,
             std::uint64_t seed, const RunContext &context)
{
    const RetrievalOptions retrieval = input.options.base.retrievalOf(seed).leavingOut(anchored);
    const auto scores = retrieve(pair, input.pairing, retrieval, context.part(0, 0.5));
    if (!scores)
        return scores.error();
    pointOf(experiment, sampler, "mrr", anchors).add(scores->mrr.mean);
    pointOf(experiment, sampler, "jaccard", anchors).add(scores->jaccard.mean);
    const StitchOptions stitching = input.options.base.stitchingOf(seed);
    const auto split = splitForStitching(input.items, input.pairing, stitching, anchored);
    if (!split)
        return Done{};
    const auto row = stitch(pair, input.pairing, *split, stitching, context.part(0.5, 1));
    if (!row)
        return row.error();
    pointOf(experiment, sampler, "accuracy", anchors).add(row->cells[1].scores.accuracy);
    return Done{};
}

Status measureSampler(AnchorCountExperiment &experiment, const std::string &sampler, Index anchors,
                      const CountInput &input, std::uint64_t seed, const RunContext &context)
{
    Random random(seed);
    const auto chosen = chooseAnchors(*findSampler(sampler), {input.x, input.items, input.pairing.pairedItemsOfX()},
                                      anchors, random, context.part(0, 0.3));
    if (!chosen)
        return chosen.error();
    const AnchorSet set{*chosen, {}, {}, {}};
    const ProtocolOptions &protocol = input.options.base.protocol;
    const auto pair = encodeSpaces(
        representations().front(),
        {input.x, input.y, set, input.pairing, *findSimilarity(protocol.similarity), protocol.similarityOptions},
        context.part(0.3, 0.4));
    return pair ? score(experiment, sampler, anchors, set.itemsOfX, *pair, input, seed, context.part(0.4, 1))
                : Status(cancelledError());
}

Status measureLearned(AnchorCountExperiment &experiment, Index anchors, const CountInput &input, std::uint64_t seed,
                      const RunContext &context)
{
    Random random(seed);
    const auto subset =
        random.sample(input.pairing.pairedItemsOfX(), std::min(input.options.subset, input.pairing.pairs()));
    const AnchorSet set{subset, {}, {}, {}};
    const ProtocolOptions &protocol = input.options.base.protocol;
    LearnedAnchorsOptions learning = input.options.base.learningOf(seed).options;
    learning.anchors = anchors;
    const auto pair = learnedRepresentation({input.x, input.y, set, input.pairing, *findSimilarity(protocol.similarity),
                                             protocol.similarityOptions, input.additionalBanks},
                                            learning, context.part(0, 0.7));
    return pair ? score(experiment, learnedId, anchors, subset, *pair, input, seed, context.part(0.7, 1))
                : Status(cancelledError());
}

std::string samplerLabel(const AnchorCurve &curve)
{
    const AnchorSampler *sampler = findSampler(curve.sampler);
    return sampler ? sampler->label : "Learned (PARAM)";
}

std::string metricLabel(const AnchorCurve &curve)
{
    return curve.metric == "mrr"       ? "MRR, X → Y"
           : curve.metric == "jaccard" ? "Jaccard, X → Y"
                                       : "accuracy, trained on X, tested on Y";
}

} // namespace

Status AnchorCountOptions::validate() const
{
    if (counts.empty() || (samplers.empty() && withoutLearned))
        return Error(ErrorCode::wrongUsage, "Expected at least one number of anchors and one way to choose them.");
    for (const Index count : counts) {
        if (count < 1)
            return Error(ErrorCode::wrongUsage, "Expected at least 1 anchor, found " + std::to_string(count) + ".");
    }
    for (const std::string &sampler : samplers) {
        if (!findSampler(sampler))
            return Error(ErrorCode::wrongUsage,
                         "Expected a way to choose anchors such as uniform, found “" + sampler + "”.");
    }
    if (subset < 2)
        return Error(ErrorCode::wrongUsage, "Expected at least 2 parallel items to learn anchors from.");
    return base.validateWithoutRuns();
}

Result<AnchorCountExperiment> runAnchorCountExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                       const Correspondence &pairing, const AnchorCountOptions &options,
                                                       const RunContext &context, Resume<AnchorCountExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options.base, context);
    const ItemTable items = labelledItems(x, y, pairing);
    const CountInput input{spaces.x, spaces.y, items, pairing, options, spaces.input(pairing).additionalBanks};
    std::vector<std::string> ways = options.samplers;
    if (!options.withoutLearned)
        ways.push_back(learnedId);
    const auto repeat = [&](AnchorCountExperiment &experiment, std::uint64_t seed, const RunContext &part) -> Status {
        std::size_t done = 0;
        for (const std::string &way : ways) {
            for (const Index count : options.counts) {
                const RunContext step = part.step(done++, ways.size() * options.counts.size());
                const Status measured = way == learnedId ? measureLearned(experiment, count, input, seed, step)
                                                         : measureSampler(experiment, way, count, input, seed, step);
                if (!measured)
                    return measured;
            }
        }
        return Done{};
    };
    return runRepeats(std::move(resume), options.base.repeats, options.base.firstSeed, context, repeat);
}

ResultTable resultTable(const AnchorCountExperiment &experiment)
{
    ResultTable table{{{"anchors\nchosen by", {}, false}, {"score", {}, false}}, {}};
    for (const AnchorCurve &curve : experiment.curves) {
        auto &cells = table.rows.emplace_back(std::vector<ResultCell>{{samplerLabel(curve)}, {metricLabel(curve)}});
        for (const AnchorCurvePoint &point : curve.points) {
            cells.push_back(repeatedCell(point.value));
            if (cells.size() > table.columns.size())
                table.columns.push_back({std::to_string(point.anchors) + "\nanchors"});
        }
    }
    return table;
}

template <> std::span<const Field<AnchorCountOptions>> fields()
{
    using O = AnchorCountOptions;
    static const Field<O> rows[] = {
        {"counts", "Numbers of anchors", "Numbers of anchors", "K,K,…", &O::counts, 1, anyCount,
         "experiments.anchor_count.counts"},
        {"samplers", "Samplers", "How anchors are chosen", "NAME,…", &O::samplers, -anyNumber, anyNumber,
         "experiments.anchor_count.samplers"},
        {"no-learned", "Without learned anchors", "Leave out the learned anchors (PARAM), which take most of the time",
         "", &O::withoutLearned, -anyNumber, anyNumber, "experiments.anchor_count.without_learned"},
    };
    return rows;
}

namespace {

Outcome showAnchorCount(const AnchorCountExperiment &experiment, const AnchorCountOptions &)
{
    Outcome outcome{{resultTable(experiment)}};
    for (const AnchorCurve &each : experiment.curves) {
        ResultCurve curve{samplerLabel(each)};
        for (const AnchorCurvePoint &point : each.points)
            curve.add(static_cast<double>(point.anchors), point.value);
        const std::string metric = metricLabel(each);
        ResultPlot fresh{
            .title = "By number of anchors: " + metric, .xTitle = "anchors", .yTitle = metric, .logarithmicX = true};
        rowFor(outcome.plots, fresh, [&](const ResultPlot &plot) {
            return plot.yTitle == metric;
        }).curves.push_back(std::move(curve));
    }
    return outcome;
}

JsonObject writeAnchorCount(const AnchorCountExperiment &experiment, const AnchorCountOptions &options)
{
    JsonArray curves;
    for (const AnchorCurve &curve : experiment.curves) {
        JsonArray points;
        for (const AnchorCurvePoint &point : curve.points) {
            JsonValue reported = JsonFields::reported(point);
            JsonValue &json = points.emplace_back(takeMember(reported, "value"));
            json["anchors"] = point.anchors;
        }
        curves.push_back(
            JsonObject{{"sampler", curve.sampler}, {"metric", curve.metric}, {"points", std::move(points)}});
    }
    return {{"score_anchors", options.base.retrieval.scoreAnchors}, {"subset", options.subset}, {"curves", curves}};
}

} // namespace

Experiment anchorCountEntry()
{
    Experiment experiment = experimentOf<runAnchorCountExperiment, showAnchorCount, writeAnchorCount>(
        {.id = "anchor-count",
         .label = "Number of anchors",
         .about = "Compare scores for several numbers of anchors and ways to choose them, and for learned anchors.",
         .papers = "RR Fig. 6, PARAM Fig. 1",
         .requirements = {},
         .reads = {.similarity = true,
                   .learned = true,
                   .k = true,
                   .exact = true,
                   .scoreAnchors = true,
                   .head = true,
                   .headInput = true,
                   .trainShare = true}});
    experiment.settle = [](std::any &options) {
        auto &own = *std::any_cast<AnchorCountOptions>(&options);
        own.subset = own.base.learning.subset.value_or(own.subset);
        if (!own.withoutLearned)
            own.base.learning.subset = own.subset;
    };
    experiment.fit = [](std::any &options, Index pairs) {
        auto &own = *std::any_cast<AnchorCountOptions>(&options);
        // With as many anchors as pairs, no pairs would be left to score.
        std::erase_if(own.counts, [&](Index count) { return count >= pairs; });
        own.subset = anchorsAmong(pairs, own.subset);
    };
    return experiment;
}

} // namespace anchorscope
