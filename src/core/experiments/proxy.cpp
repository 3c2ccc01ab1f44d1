// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"

#include "core/translate/inverseprojection.h"

#include <algorithm>
#include <limits>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

Status checkSpaces(const Spaces &spaces, const ProxyOptions &options)
{
    if (spaces.size() < 2)
        return Error{"too-few-spaces", "Expected at least 2 spaces over the same items, found " + std::to_string(spaces.size()) + ".", {}, {}};
    const bool known = options.reference.empty() || std::ranges::any_of(spaces, [&](const auto &space) {
                           return space->name == options.reference;
                       });
    if (!known)
        return Error{"wrong-usage", "Expected the reference to be one of the spaces, found “" + options.reference + "”.", {}, {}};
    return options.base.validate();
}

/// Accuracy of a head trained and tested on the space itself.
Result<double> ownAccuracy(const PreparedSpace &space, const StitchSplit &split, const StitchOptions &options,
                           const RunContext &context)
{
    const auto head = findHead(options.head)
                          ->train(rowsOf(space.rows, split.trainX), split.trainLabels,
                                  static_cast<Index>(split.classes.size()), options.headOptions, context);
    if (!head)
        return experimentCancelled();
    const auto predicted = head->predict(rowsOf(space.rows, split.testX), context);
    return scoreClasses(split.testLabels, predicted, static_cast<Index>(split.classes.size())).accuracy;
}

/// Fills accuracies, one value per repeat.
Status measureAccuracies(ProxyExperiment &experiment, const Spaces &spaces, const std::vector<PreparedSpace> &prepared,
                         const ProxyOptions &options, const RunContext &context)
{
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
    return forEachRepeat(options.base.repeats, options.base.firstSeed, context, [&](std::uint64_t seed, const RunContext &part) -> Status {
        StitchOptions stitching = options.base.stitching;
        stitching.seed = stitching.headOptions.seed = seed;
        const auto split = splitForStitching(*spaces.front()->items, rows, stitching);
        if (!split)
            return split.error();
        for (std::size_t i = 0; i < spaces.size(); ++i) {
            const auto accuracy = ownAccuracy(prepared[i], *split, stitching, part);
            if (!accuracy)
                return accuracy.error();
            experiment.points[i].accuracy.add(*accuracy);
            part.report(static_cast<double>(i + 1) / static_cast<double>(spaces.size()), "Training heads");
        }
        return Done{};
    });
}

Status measureSimilarities(ProxyExperiment &experiment, std::size_t reference, const std::vector<PreparedSpace> &prepared,
                           const ProxyOptions &options, const RunContext &context)
{
    const ProtocolOptions &protocol = options.base.protocol;
    const Correspondence rows = Correspondence::byRow(prepared.front().size());
    return forEachRepeat(options.base.repeats, options.base.firstSeed, context, [&](std::uint64_t seed, const RunContext &part) -> Status {
        const auto anchors = drawRunAnchors(rows, protocol, seed);
        if (!anchors)
            return anchors.error();
        const auto encode = [&](std::size_t i) {
            Matrix relative = relativeTo(prepared[i], anchors->itemsOfX, *findSimilarity(protocol.similarity), part,
                                         protocol.similarityOptions);
            normaliseRows(relative);
            return relative;
        };
        const Matrix target = encode(reference);
        for (std::size_t i = 0; i < prepared.size() && !part.cancelled(); ++i) {
            experiment.points[i].similarity.add(meanCosine(encode(i), target, rows));
            part.report(static_cast<double>(i + 1) / static_cast<double>(prepared.size()), "Comparing spaces");
        }
        return Done{};
    });
}

/// Correlation and line through all points but the reference.
void fitLine(ProxyExperiment &experiment)
{
    std::vector<double> similarity, accuracy;
    for (const ProxyPoint &point : experiment.points) {
        if (point.space == experiment.reference)
            continue;
        similarity.push_back(point.similarity.mean());
        accuracy.push_back(point.accuracy.mean());
    }
    experiment.pearson = pearson(similarity, accuracy);
    const double spread = Repeated{similarity}.std();
    experiment.slope = spread > 0 ? experiment.pearson * Repeated{accuracy}.std() / spread
                                  : std::numeric_limits<double>::quiet_NaN();
    experiment.intercept = Repeated{accuracy}.mean() - experiment.slope * Repeated{similarity}.mean();
}

} // namespace

Result<ProxyExperiment> runProxyExperiment(const Spaces &spaces, const ProxyOptions &options, const RunContext &context)
{
    const RepeatClock clock;
    if (const Status valid = checkSpaces(spaces, options); !valid)
        return valid.error();
    ProxyExperiment experiment;
    std::vector<PreparedSpace> prepared;
    for (const auto &space : spaces) {
        prepared.push_back(prepare(space->vectors, options.base.protocol.centering, context));
        experiment.points.push_back({space->name, {}, {}});
    }
    if (const Status done = measureAccuracies(experiment, spaces, prepared, options, context.part(0, 0.7)); !done)
        return done.error();
    const auto reference = std::ranges::max_element(experiment.points, {}, [&](const ProxyPoint &point) {
        return options.reference.empty() ? point.accuracy.mean() : double(point.space == options.reference);
    });
    experiment.reference = reference->space;
    const auto position = static_cast<std::size_t>(reference - experiment.points.begin());
    if (const Status done = measureSimilarities(experiment, position, prepared, options, context.part(0.7, 1)); !done)
        return done.error();
    fitLine(experiment);
    experiment.seconds = clock.seconds();
    return experiment;
}

} // namespace anchorscope
