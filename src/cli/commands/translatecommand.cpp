// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/translation.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/scoring.h"
#include "io/files/filebudget.h"
#include "io/numpy/npywriter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::cli {

namespace {

/// Checks the size of --adapter, which writes a map that is otherwise kept as two factors. Error "too-large" before
/// anything is computed.
Status checkAdapter(OptionReader &reader, const Translation &translation)
{
    const Index rows = translation.preparedFrom.dimension(), columns = translation.preparedTo.dimension();
    const double bytes = 8.0 * static_cast<double>(rows) * static_cast<double>(columns);
    if (!reader.has("adapter") || bytes <= static_cast<double>(io::largestDecodedFile()))
        return Done{};
    const QString text = QString("The matrix of --adapter would have %1 × %2 numbers and take %3 GB, more than a third "
                                 "of this machine's memory. Leave --adapter out: --out writes the translated items "
                                 "without it.");
    return Error(ErrorCode::tooLarge, text.arg(rows).arg(columns).arg(bytes / 1e9, 0, 'f', 1).toStdString());
}

/// Reads the options of --map irp; an option that the others make useless is an error.
InverseProjectionOptions readOptions(OptionReader &reader, TranslationOptions &shared)
{
    InverseProjectionOptions options;
    options.subspaces = static_cast<int>(reader.integer("omega", options.subspaces, 1, 10000));
    reader.read("cutoff", shared);
    options.cutoff = shared.cutoff;
    options.delta = reader.number("delta", options.delta, 0, 1);
    reader.uses("omega", !reader.has("delta") || options.delta > 0,
                "with --delta 0 nothing is pruned, and all subspaces are the same");
    reader.uses("anchors", !reader.has("seed-pairs"), "the anchors are those of --seed-pairs");
    return options;
}

/// Writes translated rows in the target's units: an array, or a dataset that also contains the target if their items
/// are the same.
Status saveTranslated(const std::string &path, const Translation &translation, Matrix rows)
{
    if (!isDatasetName(path))
        return io::saveNpy(path, rows);
    Dataset dataset;
    dataset.title = translation.from->name + " translated into " + translation.to->name;
    dataset.items = translation.from->items;
    auto space = std::make_shared<EmbeddingSet>();
    space->name = translation.from->name + " in " + translation.to->name;
    space->model = "inverse relative projection";
    space->storedType = "float32";
    space->vectors = std::move(rows);
    space->items = dataset.items;
    dataset.spaces.push_back(space);
    if (translation.to->items == translation.from->items)
        dataset.spaces.push_back(translation.to);
    return io::saveDataset(path, dataset);
}

void saveTranslation(OptionReader &reader, const Translation &translation, Matrix directions, const RunContext &context,
                     Report &report)
{
    saveOutput(reader, "out", report, [&](const std::string &path) -> Status {
        if (!writesFiles(context))
            return Done{};
        return saveTranslated(path, translation,
                              inTargetUnits(std::move(directions), translation.preparedTo,
                                            rowsOf(translation.to->vectors, translation.itemsTo)));
    });
}

/// A map between the spaces, with the properties of its fit.
struct Fitted
{
    QString id;
    LinearMap map; ///< map in the span of the source's anchors
    FitMap again;  ///< fits the same kind of map to other pairs
    InverseProjectionOptions options;
    InverseProjection irp = {}; ///< empty for the other maps
};

QString summaryText(const Translation &translation, const Fitted &fitted, double cosine)
{
    const InverseProjectionOptions &options = fitted.options;
    const QString how = fitted.id == "irp" ? QString(", omega %1, delta %2, cut-off %3, completion %4")
                                                 .arg(fitted.irp.anchorsKept.size()) // one if nothing is pruned
                                                 .arg(options.delta)
                                                 .arg(options.cutoff)
                                                 .arg(completionId(options.completion))
                                           : QString();
    QString text = QString("mean cosine to the true partners %7 (of %6 items)\n%1 → %2, map %3, %4 pairs%5\n")
                       .arg(QString::fromStdString(translation.from->name),
                            QString::fromStdString(translation.to->name), fitted.id)
                       .arg(translation.anchors.b.rows())
                       .arg(how)
                       .arg(translation.pairing.pairs())
                       .arg(std::isfinite(cosine) ? QString::number(cosine, 'f', 3) : "unknown");
    for (std::size_t i = 0; i < fitted.irp.anchorsKept.size(); ++i)
        text += QString("subspace %1: %2 anchors kept, condition number %3\n")
                    .arg(i + 1)
                    .arg(fitted.irp.anchorsKept[i])
                    .arg(fitted.irp.conditionNumbers[i], 0, 'f', 1);
    return text;
}

void describe(OptionReader &reader, const Translation &translation, const Fitted &fitted, double cosine,
              QJsonObject &json)
{
    json["scored"] = count(translation.pairing.pairs());
    json["source"] = sideId(translation.source);
    json["target"] = sideId(translation.target);
    json["map"] = fitted.id;
    json["anchors"] = count(translation.anchors.b.rows());
    reader.note("anchors", json["anchors"]);
    json["cosine"] = number(cosine);
    if (fitted.id != "irp")
        return;
    QJsonArray conditions, kept;
    for (const double condition : fitted.irp.conditionNumbers)
        conditions.append(number(condition));
    for (const Index anchors : fitted.irp.anchorsKept)
        kept.append(count(anchors));
    json["omega"] = kept.size(); // one if nothing is pruned
    json["delta"] = fitted.options.delta;
    reader.note("delta", fitted.options.delta);
    reader.note("omega", kept.size());
    json["cutoff"] = fitted.options.cutoff;
    json["completion"] = completionId(fitted.options.completion);
    json["condition_number"] = conditions;
    json["anchors_kept"] = kept;
}

/// δ and completion from the options; those not given are chosen by cross-validation on the anchors.
InverseProjectionOptions chooseProjection(OptionReader &reader, const SpannedPairs &anchors,
                                          const InverseProjectionOptions &options, std::optional<Completion> completion,
                                          const RunContext &context)
{
    const auto delta = reader.has("delta") ? std::optional(options.delta) : std::nullopt;
    const bool said = delta && completion;
    return bestProjection(said ? MatrixD() : projectionScores(anchors.a, anchors.b, options, context), options,
                          completion, delta);
}

/// Fits the requested map on all anchors. Errors: those of fitInverseProjection(), "cancelled".
Result<Fitted> fitMap(OptionReader &reader, const QString &id, const SpannedPairs &anchors,
                      InverseProjectionOptions options, std::optional<Completion> completion, const RunContext &context)
{
    if (id == "irp") {
        options = chooseProjection(reader, anchors, options, completion, context.part(0, 0.4));
        auto irp = fitInverseProjection(anchors.a, anchors.b, options, context.part(0.4, 1));
        if (!irp)
            return irp.error();
        return Fitted{id, {irp->matrix}, fitOfMap(id.toStdString(), options), options, std::move(*irp)};
    }
    FitMap again = fitOfMap(id.toStdString(), options);
    auto map = again(anchors.a, anchors.b, context); // anchors and maps are in the spans already
    if (!map)
        return map.error();
    if (context.cancelled())
        return cancelledError();
    return Fitted{id, std::move(*map), std::move(again), options};
}

QString readMap(OptionReader &reader)
{
    const QString id = reader.choice("map", mapIds());
    if (id != "irp")
        reader.keep(reader.refuse({"omega", "delta", "cutoff", "completion"}, "these belong to --map irp"));
    return id;
}

/// Translated items, and their cosine with their partners.
struct Translated
{
    Matrix directions; ///< n × dy, if requested
    double cosine = 0; ///< mean over the items that are scored
};

/// Translates a batch of items. Incomplete if cancelled.
Translated translateItems(const Translation &translation, const LinearMap &map, bool keep, const RunContext &context)
{
    constexpr Index rowsAtOnce = 16384; // rows per batch: 25 MB of 384 columns, and enough for all threads
    const Index items = translation.preparedFrom.size();
    Translated result{Matrix(keep ? items : 0, translation.preparedTo.dimension()), 0};
    for (Index first = 0; first < items && !context.cancelled(); first += rowsAtOnce) {
        std::vector<ItemIndex> some(static_cast<std::size_t>(std::min(rowsAtOnce, items - first)));
        std::iota(some.begin(), some.end(), static_cast<ItemIndex>(first));
        const Matrix directions = translateRows(
            translation.anchors.coordinates(rowsOf(translation.preparedFrom, some, context), context), map, context);
        std::erase_if(some, [&](ItemIndex item) { return translation.pairing.partnerOfX(item) == noItem; });
        const Matrix partners = rowsOf(translation.preparedTo, translation.pairing.partnersOfX(some), context);
        for (Index pair = 0; pair < partners.rows(); ++pair)
            result.cosine += directions.row(some[static_cast<std::size_t>(pair)] - first)
                                 .cast<double>()
                                 .dot(partners.row(pair).cast<double>());
        if (keep)
            result.directions.middleRows(first, directions.rows()) = directions;
    }
    const Index scored = translation.pairing.pairs();
    result.cosine = scored > 0 ? result.cosine / static_cast<double>(scored) : std::nan("");
    return result;
}

Result<Report> reportOf(OptionReader &reader, const Prepared &prepared, const Translation &translation,
                        const Fitted &fitted, Statistics statistics, const RunContext &context)
{
    const LinearMap between = translation.anchors.between(fitted.map);
    Translated translated = translateItems(
        translation, {fitted.map.matrix, translation.anchors.basisB, fitted.map.offset}, reader.has("out"), context);
    if (context.cancelled())
        return cancelledError();
    Report report = pairReport(prepared);
    if (const Index pairs = std::ssize(translation.itemsTo); pairs < translation.givenPairs)
        report.warnings.push_back("The map was fitted on " + std::to_string(pairs) + " of " +
                                  std::to_string(translation.givenPairs) +
                                  " pairs, drawn at random: more pairs hardly change it.");
    report.json["statistics"] = statisticsId(statistics);
    describe(reader, translation, fitted, translated.cosine, report.json);
    report.text = summaryText(translation, fitted, translated.cosine);
    report.json["score_anchors"] = prepared.options.retrieval.scoreAnchors;
    saveTranslation(reader, translation, std::move(translated.directions), context, report);
    if (reader.has("adapter")) {
        const Status added =
            addAdapter(reader, translation, between, fitted.again, prepared.options.firstSeed, report, context);
        if (!added)
            return added.error();
    }
    return report;
}

} // namespace

Result<Report> translateSpace(OptionReader &reader, const QString &data, const RunContext &context)
{
    const Side source = reader.choice("from", {"x", "y"}) == "x" ? Side::x : Side::y;
    const QString map = readMap(reader);
    TranslationOptions given;
    InverseProjectionOptions options = readOptions(reader, given);
    const auto completion = readCompletion(reader);
    reader.read("statistics", given);
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto prepared = prepareExperiment(reader, data, context.part(0, 0.2));
    if (!prepared)
        return prepared.error();
    const auto translation =
        prepareTranslation(*prepared, source, given.statistics, map != "irp", context.part(0.2, 0.3));
    if (!translation)
        return translation.error();
    if (const Status fits = checkAdapter(reader, *translation); !fits)
        return fits.error();
    options.seed = prepared->options.firstSeed;
    const auto fitted = fitMap(reader, map, translation->anchors, options, completion, context.part(0.3, 0.6));
    return fitted ? reportOf(reader, *prepared, *translation, *fitted, given.statistics, context.part(0.6, 1))
                  : Result<Report>(fitted.error());
}

} // namespace anchorscope::cli
