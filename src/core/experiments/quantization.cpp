// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"

#include "core/projection/quantize.h"

namespace anchorscope {

namespace {

/// The space with each row replaced by its cluster's centroid; as it is if cancelled. Fills the number of clusters.
PreparedSpace quantizedSpace(const PreparedSpace &space, double threshold, Index &clusters, const RunContext &context)
{
    PreparedSpace result = space;
    const Quantization quantization = quantize(space.rows, threshold, context);
    clusters = quantization.clusters();
    if (!context.cancelled())
        result.rows = rowsOf(quantization.centroids, quantization.clusterOf);
    return result;
}

} // namespace

Status QuantizationOptions::validate() const
{
    if (thresholds.empty())
        return Error(ErrorCode::wrongUsage, "Expected at least one threshold.");
    for (const double threshold : thresholds) {
        SimilarityOptions options;
        options.quantizeThreshold = threshold;
        if (const Status valid = options.validate(); !valid)
            return valid;
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
    const auto measure = [&](QuantizationExperiment &experiment, int number, const RunContext &part) -> Status {
        QuantizationPoint point{options.thresholds[static_cast<std::size_t>(number)], 0, 0, {}};
        const PreparedSpace qx = quantizedSpace(spaces.x, point.threshold, point.clustersOfX, part.part(0, 0.4));
        const PreparedSpace qy = quantizedSpace(spaces.y, point.threshold, point.clustersOfY, part.part(0.4, 0.8));
        for (int repeat = 0; repeat < options.base.repeats && !part.cancelled(); ++repeat) {
            const auto seed = options.base.firstSeed + static_cast<std::uint64_t>(repeat);
            const auto anchors = drawRunAnchors(pairing, options.base.protocol, seed);
            if (!anchors)
                return anchors.error();
            const AnchorSet &set = *anchors;
            const auto pair = representations().front().encode({qx, qy, set, pairing, similarities().front()}, part);
            if (!pair)
                return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: draw fewer anchors.");
            if (part.cancelled())
                return cancelledError();
            const Correspondence scored = options.base.scored(pairing, set.itemsOfX);
            const std::vector<ItemIndex> items = scored.pairedItemsOfX();
            std::vector<ItemIndex> partners;
            for (const ItemIndex item : items)
                partners.push_back(scored.partnerOfX(item));
            point.distance.add(representationDistance(rowsOf(pair->x(), items), rowsOf(pair->y(), partners)));
        }
        if (part.cancelled())
            return cancelledError();
        experiment.points.push_back(std::move(point));
        experiment.repeats = options.base.repeats;
        return Done{};
    };
    if (resume.soFar.repeats != options.base.repeats)
        resume.soFar = {};
    const auto done = static_cast<int>(resume.soFar.points.size());
    return runSteps(std::move(resume), done, static_cast<int>(options.thresholds.size()), context, measure);
}

} // namespace anchorscope
