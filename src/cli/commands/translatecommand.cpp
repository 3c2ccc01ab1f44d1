// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/scoring.h"
#include "cli/table.h"
#include "core/experiments/translation.h"
#include "core/projection/relative.h"
#include "core/translate/adapterreport.h"
#include "io/files/filebudget.h"
#include "io/numpy/npywriter.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace anchorscope::cli {

namespace {

struct Translation
{
    Side source = Side::x, target = Side::y;
    std::shared_ptr<const EmbeddingSet> from, to;
    /// Spaces after pre-processing. If a space is large, its rows may be pre-processed only when they are read.
    PreparedSpace preparedFrom, preparedTo;
    /// Vectors of the anchors, of unit length. In each space they are coordinates in a basis of the anchors' span.
    SpannedPairs anchors;
    /// Items that are the anchors; the lengths of translated rows are computed from the items' lengths in the target.
    std::vector<ItemIndex> itemsFrom, itemsTo;
    Correspondence pairing;
    Correspondence truth;
    /// Number of given pairs, if the anchors are a sample of them; 0: all given pairs are anchors.
    Index givenPairs = 0;
    IndexSimilarity similarity = IndexSimilarity::cosine;
};

AnchorSet found(const OptimizeSummary &run, Index itemsOfX)
{
    auto [x, y] = foundPairs(run.correspondence, run.correspondenceScore, itemsOfX);
    AnchorSet anchors;
    anchors.itemsOfX = std::move(x);
    anchors.discreteY = std::move(y);
    return anchors;
}

/// Chooses the anchors: with --session, those of its run or, with `foundPairs`, all pairs that the run found; otherwise
/// the pairs that the user gave or, without these, a sample of the pairing.
Result<AnchorSet> chooseAnchorSet(const ExperimentInput &prepared, bool foundPairs)
{
    const ProtocolOptions &protocol = prepared.options.protocol;
    const auto &pair = prepared.data.pair;
    if (protocol.existingRun && foundPairs)
        return found(protocol.existingRun->summary, pair.x->size());
    if (protocol.existingRun)
        return protocol.existingRun->anchors;
    AnchorSet anchors;
    if (!protocol.seedPairs.empty()) {
        for (const SeedPair &seed : protocol.seedPairs) {
            anchors.itemsOfX.push_back(seed.x);
            anchors.discreteY.push_back(seed.y);
        }
        return anchors;
    }
    auto drawn = drawRunAnchors(pair.pairing, protocol, prepared.options.firstSeed, pair.emptyItems());
    if (!drawn)
        return drawn;
    drawn->discreteY = pair.pairing.partnersOfX(drawn->itemsOfX);
    if (std::ranges::count(drawn->discreteY, noItem) > 0)
        return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: use fewer anchors, a file of "
                                             "pairs (--seed-pairs) or a session.");
    return drawn;
}

/// Vectors of a space before pre-processing; keeps the space in memory.
StoredRows asRead(const std::shared_ptr<const EmbeddingSet> &set)
{
    const std::span<const float> numbers(set->vectors.data(), static_cast<std::size_t>(set->vectors.size()));
    return {set, std::as_bytes(numbers), StoredNumber::float32, set->dimension()};
}

/// Chooses the anchors and prepares both spaces. `foundPairs`: true to use all pairs that the run of --session found.
Result<Translation> prepareTranslation(const ExperimentInput &prepared, Side from, Statistics statistics,
                                       bool foundPairs, const RunContext &context)
{
    auto anchors = chooseAnchorSet(prepared, foundPairs);
    if (!anchors)
        return anchors.error();
    const Index givenPairs = std::ssize(anchors->discreteY);
    if (!anchors->optimized())
        drawPairsOfMap(anchors->itemsOfX, anchors->discreteY);
    if (anchors->discreteY.empty())
        return Error(ErrorCode::noRun, "Expected a session with found anchors, found one with seeds only.");
    const auto &pair = prepared.data.pair;
    const ExperimentOptions &options = prepared.options;
    const auto prepareSide = [&](const std::shared_ptr<const EmbeddingSet> &set, const std::vector<ItemIndex> &out,
                                 std::vector<ItemIndex> counted) {
        if (statistics == Statistics::space && out.empty())
            return prepare(asRead(set), options.protocol.centering, context);
        if (statistics == Statistics::space)
            counted = itemsBut(set->size(), out);
        return prepareBy(rowsOf(set->vectors, counted), asRead(set), options.protocol.centering, context);
    };
    PreparedSpace x = prepareSide(pair.x, options.anchorOnlyOfX, anchors->itemsOfX);
    PreparedSpace y = prepareSide(pair.y, options.anchorOnlyOfY, anchors->discreteY);
    const Matrix ofX = rowsOf(x, anchors->itemsOfX);
    const Matrix ofY = anchors->optimized() ? anchors->continuousY : rowsOf(y, anchors->discreteY);
    const bool fromX = from == Side::x;
    SpannedPairs spans = inSpans(fromX ? ofX : ofY, fromX ? ofY : ofX, context);
    if (context.cancelled())
        return cancelledError();
    const Correspondence scored = options.scored(pair.pairing, anchors->itemsOfX);
    Translation result{Side::x,          Side::y,           pair.x,
                       pair.y,           std::move(x),      std::move(y),
                       std::move(spans), anchors->itemsOfX, anchors->discreteY,
                       scored,           pair.pairing,      givenPairs};
    if (fromX)
        return result;
    std::swap(result.source, result.target);
    std::swap(result.from, result.to);
    std::swap(result.preparedFrom, result.preparedTo);
    std::swap(result.itemsFrom, result.itemsTo);
    result.pairing = scored.swapped();
    result.truth = pair.pairing.swapped();
    return result;
}

QJsonObject keptJson(const RetainedResults &kept)
{
    return {{"own_at_1", number(kept.ownAt1)},
            {"own_at_10", number(kept.ownAt10)},
            {"recall_at_1", number(kept.recallAt1)},
            {"recall_at_10", number(kept.recallAt10)}};
}

QJsonObject meansJson(const RetainedRecall &kept)
{
    return {{"translated_index", keptJson(kept.translatedIndex)},
            {"translated_queries", keptJson(kept.translatedQueries)}};
}

QJsonObject reportJson(const AdapterReport &report)
{
    QJsonObject json = meansJson(report.retained);
    json["queries"] = count(report.queries);
    json["pairs"] = count(report.pairs);
    json["index"] = count(report.inIndex);
    json["similarity"] = indexSimilarityId(report.similarity);
    json["unit_length"] = report.form.unitLength;
    if (const auto &range = report.form.wholeNumbers)
        json["whole_numbers"] = QJsonArray{range->first, range->second};
    json["classes"] = arrayOf(report.classes, [](const RecallOfClass &each) {
        QJsonObject row = meansJson(each.retained);
        row["label"] = QString::fromStdString(each.label);
        row["queries"] = count(each.queries);
        return row;
    });
    json["learning"] = arrayOf(report.learning, [](const AdapterPoint &point) {
        return QJsonObject{{"pairs", count(point.pairs)},
                           {"index_recall_at_10", repeated(point.index)},
                           {"queries_recall_at_10", repeated(point.queries)}};
    });
    return json;
}

QString reportText(const AdapterReport &report)
{
    QString text =
        QString("Retained recall by %4: %1 held-out queries, %2 indexed items, map fitted on %3 other pairs\n")
            .arg(report.queries)
            .arg(report.inIndex)
            .arg(report.pairs)
            .arg(indexSimilarityLabel(report.similarity));
    if (const auto &range = report.form.wholeNumbers)
        text += QString("All values of the target are whole numbers, so translated values are rounded to whole numbers "
                        "from %1 to %2.\n")
                    .arg(range->first)
                    .arg(range->second);
    if (report.form.unitLength)
        text += "All vectors of the target have unit length, so translated vectors get it: inner product, cosine and "
                "Euclidean distance rank alike.\n";
    Table uses({"", "recall@1", "recall@10", "own@1", "own@10"});
    for (const auto &[name, kept] : {std::pair("own queries, translated index", &report.retained.translatedIndex),
                                     std::pair("translated queries, own index", &report.retained.translatedQueries)}) {
        QStringList cells{name};
        for (const double value : {kept->recallAt1, kept->recallAt10, kept->ownAt1, kept->ownAt10})
            cells << cell(RepeatedValue{{value}});
        uses.add(cells);
    }
    Table learning({"pairs", "recall@10, translated index", "recall@10, translated queries"});
    for (const AdapterPoint &point : report.learning)
        learning.add({QString::number(point.pairs), cell(point.index), cell(point.queries)});
    return text + uses.text() + learning.text();
}

QStringList indexSimilarityIds()
{
    QStringList ids;
    for (const IndexSimilarity each : {IndexSimilarity::cosine, IndexSimilarity::inner, IndexSimilarity::euclidean})
        ids << indexSimilarityId(each);
    return ids;
}

QStringList mapIds()
{
    QStringList ids;
    for (const MapKind &kind : mapKinds())
        ids << kind.id;
    return ids;
}

/// Writes `map` to the file of --adapter, and reports the adapter's recall@10. To measure it, `fit` fits maps of the
/// same kind to a part of the known pairs. Errors: those of the fit.
Status addAdapter(OptionReader &reader, const Translation &translation, const LinearMap &map, const FitMap &fit,
                  std::uint64_t seed, Report &report, const RunContext &context)
{
    const AdapterInput input{*translation.from,
                             *translation.to,
                             translation.preparedFrom,
                             translation.preparedTo,
                             translation.itemsFrom,
                             translation.itemsTo,
                             translation.truth,
                             fit,
                             seed,
                             translation.similarity};
    const auto kept = reportOfAdapter(input, context);
    if (!kept)
        return kept.error();
    report.json["kept"] = *kept ? QJsonValue(reportJson(**kept)) : QJsonValue();
    const QString answer =
        *kept ? reportText(**kept)
              : QString(
                    "Retained recall was not measured: fewer than 20 items with a known partner could be held out.\n");
    report.text = answer + report.text;
    saveOutput(reader, "adapter", report, [&](const std::string &path) -> Status {
        if (!writesFiles(context))
            return Done{};
        return io::saveAdapter(path, adapterOf(translation.preparedFrom, translation.preparedTo, map,
                                               translation.itemsTo, formOf(translation.to->vectors)));
    });
    return Done{};
}

/// Checks, before anything is computed, that the matrix for --adapter fits into memory. Without --adapter no such check
/// is needed, because only the two smaller factors of the matrix are computed. Error "too-large".
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

/// Reads the options of --map irp. An option without effect is an error.
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

/// Writes translated rows, scaled like the vectors of the target, as an array or a dataset. If source and target have
/// the same items, the dataset also contains the target space.
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
        Matrix rows = inTargetUnits(std::move(directions), translation.preparedTo,
                                    rowsOf(translation.to->vectors, translation.itemsTo));
        applyForm(formOf(translation.to->vectors), rows);
        return saveTranslated(path, translation, std::move(rows));
    });
}

struct Fitted
{
    QString id;
    /// Map between the spans of the anchors. It maps coordinates in the source's basis to coordinates in the target's.
    LinearMap map;
    /// Function that fits a map of the same kind to other pairs, to test the kind of map.
    FitMap again;
    InverseProjectionOptions options;
    /// Full result of --map irp; empty for other maps.
    InverseProjection irp = {};
};

QString summaryText(const Translation &translation, const Fitted &fitted, double cosine)
{
    const InverseProjectionOptions &options = fitted.options;
    const QString how = fitted.id == "irp" ? QString(", omega %1, delta %2, cut-off %3, completion %4")
                                                 .arg(fitted.irp.anchorsKept.size())
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
        text += QString("subspace %1: %2 kept, condition number %3\n")
                    .arg(i + 1)
                    .arg(counted(fitted.irp.anchorsKept[i], "anchor").c_str())
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
    const QJsonArray kept = arrayOf(fitted.irp.anchorsKept, count);
    json["omega"] = kept.size(); // number of sets of anchors whose maps are averaged; 1: all anchors
    json["delta"] = fitted.options.delta;
    reader.note("delta", fitted.options.delta);
    reader.note("omega", kept.size());
    json["cutoff"] = fitted.options.cutoff;
    json["completion"] = completionId(fitted.options.completion);
    json["condition_number"] = arrayOf(fitted.irp.conditionNumbers, [](double each) { return number(each); });
    json["anchors_kept"] = kept;
}

/// Options of --map irp. Cross-validation on the anchors chooses --delta and --completion if they are not given.
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
    // The rows of `anchors` are coordinates in bases of the spans; the map takes and returns such coordinates.
    auto map = again(anchors.a, anchors.b, context);
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

struct Translated
{
    /// Translated unit rows of all items, n × (dimensions of the target); empty if not requested.
    Matrix directions;
    /// Mean cosine between the translated scored items and their partners.
    double cosine = 0;
};

/// Translates all items in batches. `keep`: true to return the translated rows. Stops early if the user cancels.
Translated translateItems(const Translation &translation, const LinearMap &map, bool keep, const RunContext &context)
{
    constexpr Index rowsAtOnce = 16384; // rows in a batch: 25 MB for 384 columns, enough for all threads
    const Index items = translation.preparedFrom.size();
    Translated result{Matrix(keep ? items : 0, translation.preparedTo.dimension()), 0};
    for (Index first = 0; first < items && !context.cancelled(); first += rowsAtOnce) {
        std::vector<ItemIndex> some = itemsFrom(first, std::min(first + rowsAtOnce, items));
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

Result<Report> reportOf(OptionReader &reader, const ExperimentInput &prepared, const Translation &translation,
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
    std::vector<std::pair<std::string, std::string>> names;
    for (std::size_t i = 0; i < std::min(translation.itemsFrom.size(), translation.itemsTo.size()); ++i)
        names.emplace_back(translation.from->items->name(translation.itemsFrom[i]),
                           translation.to->items->name(translation.itemsTo[i]));
    tellForeignPairs(rowsOf(translation.preparedFrom, translation.itemsFrom, context),
                     rowsOf(translation.preparedTo, translation.itemsTo, context), names, report, context);
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
    const QStringList similarities = indexSimilarityIds();
    const auto similarity =
        static_cast<IndexSimilarity>(similarities.indexOf(reader.choice("index-similarity", similarities)));
    if (!reader.has("adapter"))
        reader.keep(reader.refuse({"index-similarity"}, "recall is measured with --adapter"));
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto prepared = prepareExperiment(reader, data, context.part(0, 0.2));
    if (!prepared)
        return prepared.error();
    auto translation = prepareTranslation(*prepared, source, given.statistics, map != "irp", context.part(0.2, 0.3));
    if (!translation)
        return translation.error();
    translation->similarity = similarity;
    if (const Status fits = checkAdapter(reader, *translation); !fits)
        return fits.error();
    options.seed = prepared->options.firstSeed;
    const auto fitted = fitMap(reader, map, translation->anchors, options, completion, context.part(0.3, 0.6));
    return fitted ? reportOf(reader, *prepared, *translation, *fitted, given.statistics, context.part(0.6, 1))
                  : Result<Report>(fitted.error());
}

} // namespace anchorscope::cli
