// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/proxy.h"

#include "core/experiments/experimentof.h"
#include "core/plaintext.h"
#include "core/translate/inverseprojection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace anchorscope {

namespace {

using Spaces = std::vector<std::shared_ptr<const EmbeddingSet>>;

Status checkSpaces(const Spaces &spaces, const ProxyOptions &options)
{
    if (spaces.size() < 2)
        return Error(ErrorCode::tooFewSpaces,
                     "Expected at least 2 spaces over the same items, found " + std::to_string(spaces.size()) + ".");
    const bool known = !options.reference ||
                       std::ranges::any_of(spaces, [&](const auto &space) { return space->name == options.reference; });
    if (!known)
        return Error(ErrorCode::wrongUsage,
                     "Expected the reference to be one of the spaces, found “" + *options.reference + "”.");
    for (const auto &space : spaces) {
        const auto named = std::ranges::count(options.accuracies, space->name, &std::pair<std::string, double>::first);
        if (!options.accuracies.empty() && named != 1)
            return Error(ErrorCode::wrongUsage, "Expected one accuracy of every space, found " + std::to_string(named) +
                                                    " of “" + space->name + "”.");
    }
    return options.base.validateWithoutRuns();
}

struct ProxyInput
{
    const Spaces &spaces;
    const std::vector<PreparedSpace> &prepared;
    const ProxyOptions &options;
    const Correspondence rows = Correspondence::byRow(spaces.front()->size());
};

Status addAccuracies(ProxyExperiment &experiment, const ProxyInput &input, std::uint64_t seed,
                     const RunContext &context)
{
    if (!input.options.accuracies.empty()) {
        for (const auto &[space, accuracy] : input.options.accuracies) {
            const auto point = std::ranges::find(experiment.points, space, &ProxyPoint::space);
            if (point != experiment.points.end())
                point->accuracy.add(accuracy);
        }
        return Done{};
    }
    const StitchOptions stitching = input.options.base.stitchingOf(seed);
    const auto split = splitForStitching(*input.spaces.front()->items, input.rows, stitching);
    if (!split)
        return split.error();
    for (std::size_t i = 0; i < input.spaces.size(); ++i) {
        const auto own = scoreOwnHead(input.prepared[i], split->trainX, split->testX, *split, stitching, context);
        if (!own)
            return own.error();
        experiment.points[i].accuracy.add(own->accuracy);
        context.report(static_cast<double>(i + 1) / static_cast<double>(input.spaces.size()), "Training heads");
    }
    return Done{};
}

/// Returns the position of the reference space. If the reference has changed, all similarities are measured again.
std::size_t chooseReference(ProxyExperiment &experiment, const ProxyOptions &options)
{
    const auto reference = std::ranges::max_element(experiment.points, {}, [&](const ProxyPoint &point) {
        return !options.reference ? point.accuracy.mean() : double(point.space == options.reference);
    });
    if (reference->space != experiment.reference) {
        experiment.reference = reference->space;
        experiment.repeats = 0;
        for (ProxyPoint &point : experiment.points)
            point.similarity = point.chanceLow = point.chanceHigh = {};
    }
    return static_cast<std::size_t>(reference - experiment.points.begin());
}

Status addSimilarities(ProxyExperiment &experiment, std::size_t reference, const ProxyInput &input, std::uint64_t seed,
                       const RunContext &context)
{
    const ProtocolOptions &protocol = input.options.base.protocol;
    const auto anchors = drawRunAnchors(input.rows, protocol, seed, {});
    if (!anchors)
        return anchors.error();
    const auto encode = [&](std::size_t i) {
        Matrix relative = relativeTo(input.prepared[i], anchors->itemsOfX, *findSimilarity(protocol.similarity),
                                     context, protocol.similarityOptions);
        normalizeRows(relative);
        return relative;
    };
    const Matrix target = encode(reference);
    for (std::size_t i = 0; i < input.prepared.size(); ++i) {
        const Matrix relative = encode(i);
        if (context.cancelled())
            return cancelledError();
        const Correspondence scored = input.options.base.scored(input.rows, anchors->itemsOfX);
        const ChanceLevel chance = meanCosineByChance(relative, target, scored, context);
        if (context.cancelled())
            return cancelledError();
        experiment.points[i].similarity.add(meanCosine(relative, target, scored));
        experiment.points[i].chanceLow.add(chance.low);
        experiment.points[i].chanceHigh.add(chance.high);
        context.report(static_cast<double>(i + 1) / static_cast<double>(input.prepared.size()), "Comparing spaces");
    }
    return Done{};
}

/// Similarities and accuracies to correlate: those of one group or of all spaces, without the reference.
struct Sample
{
    std::vector<double> similarity, accuracy;

    void add(const ProxyPoint &point)
    {
        similarity.push_back(point.similarity.mean());
        accuracy.push_back(point.accuracy.mean());
    }
};

/// Name of a space up to the last “_”, or the whole name.
std::string proxyGroupOf(const std::string &space)
{
    const std::size_t end = space.rfind('_');
    return end == std::string::npos || end == 0 ? space : space.substr(0, end);
}

std::string groupOf(const ProxyPoint &point, const ProxyOptions &options)
{
    return options.groups ? proxyGroupOf(point.space) : std::string();
}

/// Forms the groups of spaces and returns the best mean accuracy in each; the key is the name of the group.
std::map<std::string, double> findGroups(ProxyExperiment &experiment, const ProxyOptions &options)
{
    experiment.groups.clear();
    std::map<std::string, double> best;
    for (const ProxyPoint &point : experiment.points) {
        const std::string name = groupOf(point, options);
        const auto [entry, fresh] = best.emplace(name, point.accuracy.mean());
        entry->second = std::max(entry->second, point.accuracy.mean());
        if (fresh)
            experiment.groups.push_back({name, 0, 0, true});
    }
    return best;
}

void correlate(ProxyExperiment &experiment, const ProxyOptions &options)
{
    const std::map<std::string, double> best = findGroups(experiment, options);
    Sample all;
    RepeatedValue correlations;
    for (ProxyGroup &group : experiment.groups) {
        group.kept = !options.groups || best.at(group.name) >= options.minAccuracy;
        Sample own;
        for (const ProxyPoint &point : experiment.points) {
            const bool counts = options.groups ? group.kept : point.accuracy.mean() >= options.minAccuracy;
            if (groupOf(point, options) != group.name || point.space == experiment.reference)
                continue;
            own.add(point);
            if (counts)
                all.add(point);
        }
        const Sample &shown = options.groups ? own : all;
        group.spaces = std::ssize(shown.similarity);
        group.pearson = pearson(shown.similarity, shown.accuracy);
        if (group.kept && std::isfinite(group.pearson))
            correlations.add(group.pearson);
    }
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    experiment.meanPearson = correlations.empty() ? unknown : correlations.mean();
    experiment.pearson = pearson(all.similarity, all.accuracy);
    const double spread = RepeatedValue{all.similarity}.std();
    experiment.slope = spread > 0 ? experiment.pearson * RepeatedValue{all.accuracy}.std() / spread : unknown;
    experiment.intercept = RepeatedValue{all.accuracy}.mean() - experiment.slope * RepeatedValue{all.similarity}.mean();
}

} // namespace

Result<ProxyExperiment> runProxyExperiment(const Spaces &given, const ProxyOptions &options, const RunContext &context,
                                           Resume<ProxyExperiment> resume)
{
    if (const Status valid = checkSpaces(given, options); !valid)
        return valid.error();
    const auto [spaces, excluded] = withDirections(given);
    std::vector<PreparedSpace> prepared;
    for (const auto &space : spaces)
        prepared.push_back(prepare(space->vectors, options.base.protocol.centering, context));
    if (resume.partialResult.points.size() != spaces.size()) {
        resume.partialResult = {};
        for (const auto &space : spaces)
            resume.partialResult.points.emplace_back().space = space->name;
    }
    resume.partialResult.excluded = excluded;
    const ProxyInput input{spaces, prepared, options};
    const int repeats = options.base.repeats;
    const auto seedOf = [&](int number) { return options.base.firstSeed + static_cast<std::uint64_t>(number); };
    const auto trained = static_cast<int>(resume.partialResult.points.front().accuracy.values.size());
    auto experiment = runSteps(resume, trained, repeats, context.part(0, 0.7),
                               [&](ProxyExperiment &next, int number, const RunContext &part) {
                                   return addAccuracies(next, input, seedOf(number), part);
                               });
    if (!experiment)
        return experiment;
    resume.partialResult = std::move(*experiment);
    const std::size_t reference = chooseReference(resume.partialResult, options);
    const int done = resume.partialResult.repeats;
    return runSteps(std::move(resume), done, repeats, context.part(0.7, 1),
                    [&](ProxyExperiment &next, int number, const RunContext &part) -> Status {
                        const Status added = addSimilarities(next, reference, input, seedOf(number), part);
                        ++next.repeats;
                        correlate(next, options);
                        return added;
                    });
}

ResultTable resultTable(const ProxyExperiment &experiment)
{
    using Point = ProxyPoint;
    ResultTable table = tableOf<Point>(
        experiment.points,
        {{"space", "", &Point::space},
         {"similarity to ", "Mean cosine of its relative vectors and the reference's", &Point::similarity},
         {"by chance", "95% of the similarities if the items are paired at random",
          +[](const Point &point) {
              return point.chanceLow.empty() ? ResultCell{"–"}
                                             : ResultCell{fixedText(point.chanceLow.mean(), 3) + " to " +
                                                          fixedText(point.chanceHigh.mean(), 3)};
          }},
         {"accuracy", "Accuracy of a classifier on the space itself", &Point::accuracy}});
    table.columns[1].title += experiment.reference;
    return table;
}

template <> std::span<const Field<ProxyOptions>> fields()
{
    using O = ProxyOptions;
    constexpr double anyAccuracy = 1e9;
    static const Field<O> rows[] = {
        {"reference", "Reference", "The space to compare with; the most accurate one if not given", "NAME",
         &O::reference},
        {"groups", "Within groups",
         "Correlate within each group, such as one model at several epochs; the part of a name before its last “_” is "
         "the group",
         "", &O::groups, 0, 1, "experiments.proxy.groups"},
        {"accuracies", "Accuracies",
         "Known accuracies instead of measured ones: a file of two columns, a space and a number, or a dataset", "FILE",
         &O::accuracies},
        {"least-accuracy", "Least accuracy", "Leave out groups (without --groups: spaces) whose best accuracy is below",
         "A", &O::minAccuracy, -anyAccuracy, anyAccuracy, "experiments.proxy.least_accuracy"},
    };
    return rows;
}

namespace {

std::string correlationText(double pearson)
{
    return std::isfinite(pearson) ? fixedText(pearson, 3) : "nan";
}

std::string summaryOf(const ProxyExperiment &experiment)
{
    std::string text = "Reference: " + experiment.reference + ". ";
    text += std::isfinite(experiment.pearson)
                ? "Pearson's r of the others: " + correlationText(experiment.pearson)
                : "No correlation: it takes at least two other spaces of different accuracy.";
    if (experiment.groups.size() > 1 && std::isfinite(experiment.meanPearson))
        text += "; mean of those within groups: " + correlationText(experiment.meanPearson);
    return text;
}

ResultPlot scatterPlot(const ProxyExperiment &experiment)
{
    ResultCurve dots{"spaces", ResultCurve::Kind::dots},
        fit{.name = "line of least squares, without the reference", .dashed = true};
    double low = 1, high = -1;
    for (const ProxyPoint &point : experiment.points) {
        const double similarity = point.similarity.mean();
        dots.x.push_back(similarity);
        dots.y.push_back(point.accuracy.mean());
        dots.labels.push_back(point.space);
        low = std::min(low, similarity);
        high = std::max(high, similarity);
    }
    ResultPlot plot{.title = "Similarity to " + experiment.reference + " against accuracy",
                    .xTitle = "similarity to the reference",
                    .yTitle = "accuracy",
                    .curves = {dots}};
    if (std::isfinite(experiment.pearson))
        plot.title += ", r = " + correlationText(experiment.pearson);
    if (std::isfinite(experiment.slope)) {
        fit.x = {low, high};
        fit.y = {experiment.intercept + experiment.slope * low, experiment.intercept + experiment.slope * high};
        plot.curves.push_back(fit);
    }
    return plot;
}

Outcome showProxy(const ProxyExperiment &experiment, const ProxyOptions &options)
{
    Outcome outcome{{resultTable(experiment)}, {scatterPlot(experiment)}, summaryOf(experiment)};
    if (options.groups) {
        ResultTable groups = tableOf<ProxyGroup>(
            experiment.groups,
            {{"group", "", &ProxyGroup::name},
             {"spaces", "", &ProxyGroup::spaces},
             {"Pearson r", "",
              +[](const ProxyGroup &group) {
                  return std::isfinite(group.pearson) ? numberCell(group.pearson) : ResultCell{"-"};
              }},
             {"kept", "", +[](const ProxyGroup &group) { return std::string(group.kept ? "yes" : "no"); }}});
        groups.below = {"mean of the groups: " + correlationText(experiment.meanPearson)};
        outcome.tables.push_back(std::move(groups));
    }
    outcome.tables.back().below.push_back("Pearson r (without the reference): " + correlationText(experiment.pearson));
    if (experiment.excluded > 0)
        outcome.notes.push_back(excludedNote(experiment.excluded));
    for (const ProxyPoint &point : experiment.points) {
        if (!point.chanceHigh.empty() && point.similarity.mean() <= point.chanceHigh.mean())
            outcome.notes.push_back("“" + point.space + "” is no more similar to " + experiment.reference +
                                    " than if their items were paired at random.");
    }
    return outcome;
}

JsonObject writeProxy(const ProxyExperiment &experiment, const ProxyOptions &options)
{
    JsonArray points, groups;
    for (const ProxyPoint &point : experiment.points)
        points.push_back(JsonObject{{"space", point.space},
                                    {"similarity", point.similarity.mean()},
                                    {"similarity_std", point.similarity.std()},
                                    {"similarity_chance_low", point.chanceLow.mean()},
                                    {"similarity_chance_high", point.chanceHigh.mean()},
                                    {"accuracy", point.accuracy.mean()},
                                    {"accuracy_std", point.accuracy.std()}});
    for (const ProxyGroup &group : experiment.groups) {
        JsonValue &json = groups.emplace_back(JsonFields::reported(group));
        json["group"] = takeMember(json, "name");
    }
    return {{"points", points},
            {"left_out", experiment.excluded},
            {"score_anchors", options.base.retrieval.scoreAnchors},
            {"accuracies", options.accuracies.empty() ? "measured" : "given"},
            {"reference", experiment.reference},
            {"groups", options.groups ? JsonValue(groups) : JsonValue()},
            {"mean_pearson", options.groups ? JsonValue(experiment.meanPearson) : JsonValue()},
            {"pearson", experiment.pearson},
            {"slope", experiment.slope},
            {"intercept", experiment.intercept}};
}

} // namespace

Experiment proxyEntry()
{
    return experimentOf<runProxyExperiment, showProxy, writeProxy>(
        {.id = "proxy",
         .label = "Similarity as a proxy",
         .about = "Plot the accuracy of spaces against their similarity to a good space.",
         .papers = "RR 4.2, Fig. 3",
         .requirements = {.manySpaces = true, .labels = true},
         .reads = {.anchors = true, .similarity = true, .scoreAnchors = true, .head = true, .trainShare = true}});
}

} // namespace anchorscope
