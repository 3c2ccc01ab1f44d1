// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/quantization.h"

#include "core/projection/quantize.h"

namespace anchorscope {

namespace {

/// The space with each row replaced by its cluster's centroid. Fills the number of clusters.
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
        return Error{"wrong-usage", "Expected at least one threshold.", {}, {}};
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
                                                         const QuantizationOptions &options, const RunContext &context)
{
    const RepeatClock clock;
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const PreparedSpace px = prepare(x.vectors, options.base.protocol.centering, context);
    const PreparedSpace py = prepare(y.vectors, options.base.protocol.centering, context);
    const std::vector<ItemIndex> items = pairing.pairedItemsOfX();
    std::vector<ItemIndex> partners;
    for (const ItemIndex item : items)
        partners.push_back(pairing.partnerOfX(item));
    QuantizationExperiment experiment;
    for (std::size_t t = 0; t < options.thresholds.size(); ++t) {
        const double share = 1.0 / static_cast<double>(options.thresholds.size());
        const RunContext part = context.part(static_cast<double>(t) * share, static_cast<double>(t + 1) * share);
        QuantizationPoint point{options.thresholds[t], 0, 0, {}};
        const PreparedSpace qx = quantizedSpace(px, point.threshold, point.clustersOfX, part.part(0, 0.4));
        const PreparedSpace qy = quantizedSpace(py, point.threshold, point.clustersOfY, part.part(0.4, 0.8));
        const auto repeat = [&](std::uint64_t seed, const RunContext &each) -> Status {
            const auto anchors = drawRunAnchors(pairing, options.base.protocol, seed);
            if (!anchors)
                return anchors.error();
            const AnchorSet &set = *anchors;
            const auto pair = representations().front().encode({qx, qy, set, pairing, similarities().front()}, each);
            if (!pair)
                return Error{"too-few-pairs", "Expected a known partner of every anchor: draw fewer anchors.", {}, {}};
            point.distance.add(representationDistance(rowsOf(pair->x, items), rowsOf(pair->y, partners)));
            return Done{};
        };
        const Status done = forEachRepeat(options.base.repeats, options.base.firstSeed, part.part(0.8, 1), repeat);
        if (!done)
            return done.error();
        experiment.points.push_back(std::move(point));
    }
    experiment.seconds = clock.seconds();
    return experiment;
}

} // namespace anchorscope
