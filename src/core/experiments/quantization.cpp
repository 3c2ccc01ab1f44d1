// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"

#include "core/data/items.h"
#include "core/experiments/experimentof.h"
#include "core/matrix.h"
#include "core/plaintext.h"
#include "core/product.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

struct QuantizedRows
{
    Matrix rows; ///< centroid of the cluster of each row, n × d; incomplete if cancelled
    Index clusters = 0;
};

QuantizedRows quantizedRows(const PreparedSpace &space, const QuantizationPoint &point, Linkage linkage,
                            const RunContext &context)
{
    const std::vector<ItemIndex> items = itemsBut(space.size(), space.zeroRows);
    const Quantization quantization = quantize(rowsOf(space.rows, items), point.threshold, context, linkage);
    if (context.cancelled())
        return {};
    Matrix rows = Matrix::Zero(space.size(), space.dimension());
    rows(items, allIndices) = rowsOf(quantization.centroids, quantization.clusterOf);
    return {std::move(rows), quantization.clusters()};
}

Status addDistances(QuantizationPoint &point, const Matrix &x, const Matrix &y, const Correspondence &pairing,
                    const ExperimentOptions &options, std::uint64_t seed, const RunContext &context)
{
    const auto anchors = drawRunAnchors(pairing, options.protocol, seed, {});
    if (!anchors)
        return anchors.error();
    const std::vector<ItemIndex> anchorsOfY = pairing.partnersOfX(anchors->itemsOfX);
    if (std::ranges::count(anchorsOfY, noItem) > 0)
        return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: draw fewer anchors.");
    const std::vector<ItemIndex> items = options.scored(pairing, anchors->itemsOfX).pairedItemsOfX();
    const Matrix ofX = productTransposed(rowsOf(x, items), rowsOf(x, anchors->itemsOfX), context);
    const Matrix ofY = productTransposed(rowsOf(y, pairing.partnersOfX(items)), rowsOf(y, anchorsOfY), context);
    if (context.cancelled())
        return cancelledError();
    const RepresentationDistance distance = representationDistance(ofX, ofY);
    point.distance.add(distance.cosine);
    point.euclidean.add(distance.euclidean);
    return Done{};
}

const char *linkageId(Linkage linkage)
{
    return linkage == Linkage::ward ? "ward" : "average";
}

} // namespace

std::vector<double> defaultThresholds(Linkage linkage)
{
    if (linkage == Linkage::ward)
        return {0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2};
    return {0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
}

std::vector<double> QuantizationOptions::chosenThresholds() const
{
    return thresholds.empty() ? defaultThresholds(linkage) : thresholds;
}

Status QuantizationOptions::validate() const
{
    for (const double threshold : thresholds) {
        if (!(threshold >= 0) || !std::isfinite(threshold))
            return Error(ErrorCode::wrongUsage,
                         "Expected thresholds of at least 0, found " + numberText(threshold) + ".");
    }
    return base.validate();
}

Result<QuantizationExperiment> runQuantizationExperiment(const EmbeddingSet &x, const EmbeddingSet &y,
                                                         const Correspondence &pairing,
                                                         const QuantizationOptions &options, const RunContext &context,
                                                         Resume<QuantizationExperiment> resume)
{
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const ExperimentSpaces spaces(x, y, options.base, context);
    const Correspondence pairs = pairing.without(spaces.x.zeroRows, spaces.y.zeroRows);
    const std::vector<double> thresholds = options.chosenThresholds();
    const auto measure = [&](QuantizationExperiment &experiment, int number, const RunContext &part) -> Status {
        QuantizationPoint point{thresholds[static_cast<std::size_t>(number)], 0, 0, {}, {}};
        const QuantizedRows qx = quantizedRows(spaces.x, point, options.linkage, part.part(0, 0.4));
        const QuantizedRows qy = quantizedRows(spaces.y, point, options.linkage, part.part(0.4, 0.8));
        point.clustersOfX = qx.clusters;
        point.clustersOfY = qy.clusters;
        for (int repeat = 0; repeat < options.base.repeats && !part.cancelled(); ++repeat) {
            const auto seed = options.base.firstSeed + static_cast<std::uint64_t>(repeat);
            if (const Status added = addDistances(point, qx.rows, qy.rows, pairs, options.base, seed, part); !added)
                return added;
        }
        if (part.cancelled())
            return cancelledError();
        experiment.points.push_back(std::move(point));
        experiment.repeats = options.base.repeats;
        return Done{};
    };
    if (resume.partialResult.repeats != options.base.repeats)
        resume.partialResult = {};
    const auto done = static_cast<int>(resume.partialResult.points.size());
    return runSteps(std::move(resume), done, static_cast<int>(thresholds.size()), context, measure);
}

ResultTable resultTable(const QuantizationExperiment &experiment)
{
    using Point = QuantizationPoint;
    return tableOf<Point>(
        experiment.points,
        {{"threshold", "Clusters merge up to this linkage", &Point::threshold, 2},
         {"clusters\nin X", "", &Point::clustersOfX},
         {"clusters\nin Y", "", &Point::clustersOfY},
         {"1 − cosine", "Mean over paired relative vectors; lower is closer", &Point::distance},
         {"Euclidean\ndistance", "Mean over paired relative vectors, as in RR's code", &Point::euclidean}});
}

template <> std::span<const Field<QuantizationOptions>> fields()
{
    using O = QuantizationOptions;
    static constexpr FieldChoice linkages[] = {
        {static_cast<int>(Linkage::average), "average", "average cosine distance"},
        {static_cast<int>(Linkage::ward), "ward", "Ward, as in the published code"}};
    static const Field<O> rows[] = {
        {"linkage", "Linkage",
         "Distance between two clusters: average (mean cosine distance) or ward (as RR's published code)", "NAME",
         enumMember<O, &O::linkage>(linkages), 0, 0, "experiments.linkage"},
        {"thresholds", "Thresholds", "Linkages up to which clusters merge; if not given, 0 to 0.6, or 0 to 2 for ward",
         "T,T,…", &O::thresholds, 0, 1e6},
    };
    return rows;
}

namespace {

Outcome showQuantization(const QuantizationExperiment &experiment, const QuantizationOptions &)
{
    Outcome outcome{{resultTable(experiment)}};
    const std::pair<const char *, RepeatedValue QuantizationPoint::*> distances[] = {
        {"1 − cosine", &QuantizationPoint::distance}, {"distance", &QuantizationPoint::euclidean}};
    for (const auto &[name, distance] : distances) {
        ResultCurve curve{name};
        for (const QuantizationPoint &point : experiment.points)
            curve.add(point.threshold, point.*distance);
        outcome.plots.push_back({.title = std::string("Paired relative vectors, ") + name + "; lower is closer",
                                 .xTitle = "threshold of the clusters",
                                 .yTitle = name,
                                 .curves = {curve}});
    }
    return outcome;
}

JsonObject writeQuantization(const QuantizationExperiment &experiment, const QuantizationOptions &options)
{
    return {{"score_anchors", options.base.retrieval.scoreAnchors},
            {"linkage", linkageId(options.linkage)},
            {"points", JsonFields::reported(experiment.points)}};
}

} // namespace

Experiment quantizationEntry()
{
    Experiment experiment = experimentOf<runQuantizationExperiment, showQuantization, writeQuantization>(
        {.id = "quantization",
         .label = "Quantization",
         .about = "Do quantized spaces have more similar relative vectors?",
         .papers = "RR Fig. 7",
         .requirements = {},
         .reads = {.anchors = true, .seedPairs = true, .scoreAnchors = true}});
    experiment.settle = [](std::any &options) {
        auto &own = *std::any_cast<QuantizationOptions>(&options);
        own.thresholds = own.chosenThresholds();
    };
    return experiment;
}

} // namespace anchorscope
