// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/prepared.h"
#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/scoring.h"
#include "core/translate/inverseprojection.h"
#include "io/files/filebudget.h"
#include "io/numpy/npywriter.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

/// One direction of a translation: everything named by where it comes from and where it goes.
struct Translation
{
    Side source = Side::x, target = Side::y;
    std::shared_ptr<const EmbeddingSet> from, to;
    PreparedSpace preparedFrom, preparedTo;
    SpannedPairs anchors;           ///< unit rows, in their spans
    std::vector<ItemIndex> itemsTo; ///< items of the target whose lengths say how long translated rows are
    Correspondence pairing;         ///< of the items that are scored
};

/// Where the anchors come from: a session's run, the pairs that the user knows, or draws from the truth.
Result<AnchorSet> chooseAnchorSet(const Prepared &prepared)
{
    const ProtocolOptions &protocol = prepared.options.protocol;
    const auto &pair = prepared.data.pair;
    if (protocol.given)
        return protocol.given->anchors;
    AnchorSet anchors;
    if (!protocol.seedPairs.empty()) {
        for (const SeedPair &seed : protocol.seedPairs) {
            anchors.itemsOfX.push_back(seed.x);
            anchors.discreteY.push_back(seed.y);
        }
        return anchors;
    }
    auto drawn = drawRunAnchors(pair.pairing, protocol, prepared.options.firstSeed);
    if (!drawn)
        return drawn;
    for (const ItemIndex item : drawn->itemsOfX)
        drawn->discreteY.push_back(pair.pairing.partnerOfX(item));
    if (std::ranges::count(drawn->discreteY, noItem) > 0)
        return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: use fewer anchors, a file of "
                                             "pairs (--seed-pairs) or a session.");
    return drawn;
}

Result<Translation> prepareTranslation(const Prepared &prepared, Side from, Statistics statistics,
                                       const RunContext &context)
{
    const auto anchors = chooseAnchorSet(prepared);
    if (!anchors)
        return anchors.error();
    if (anchors->discreteY.empty())
        return Error(ErrorCode::noRun, "Expected a session with found anchors, found one with seeds only.");
    const auto &pair = prepared.data.pair;
    const ExperimentOptions &options = prepared.options;
    const auto prepareSide = [&](const EmbeddingSet &set, Side side, const std::vector<ItemIndex> &items) {
        return statistics == Statistics::space
                   ? options.prepared(set, side, context)
                   : prepareBy(rowsOf(set.vectors, items), set.vectors, options.protocol.centering, context);
    };
    const PreparedSpace x = prepareSide(*pair.x, Side::x, anchors->itemsOfX);
    const PreparedSpace y = prepareSide(*pair.y, Side::y, anchors->discreteY);
    const Matrix ofX = rowsOf(x.rows, anchors->itemsOfX);
    const Matrix ofY = anchors->optimised() ? anchors->continuousY : rowsOf(y.rows, anchors->discreteY);
    const bool fromX = from == Side::x;
    SpannedPairs spans = inSpans(fromX ? ofX : ofY, fromX ? ofY : ofX, context);
    if (context.cancelled())
        return cancelledError();
    const Correspondence scored = options.scored(pair.pairing, anchors->itemsOfX);
    if (fromX)
        return Translation{Side::x, Side::y, pair.x, pair.y, x, y, std::move(spans), anchors->discreteY, scored};
    return Translation{Side::y, Side::x, pair.y, pair.x, y, x, std::move(spans), anchors->itemsOfX, scored.swapped()};
}

/// --matrix writes what is otherwise kept as two factors. Error "too-large" before anything is computed.
Status checkMatrix(const QCommandLineParser &parser, const Translation &translation)
{
    const Index rows = translation.preparedFrom.dimension(), columns = translation.preparedTo.dimension();
    const double bytes = 8.0 * static_cast<double>(rows) * static_cast<double>(columns);
    if (!given(parser, "matrix") || bytes <= static_cast<double>(io::largestDecodedFile()))
        return Done{};
    const QString text = QString("The matrix of --matrix would have %1 × %2 numbers and take %3 GB, more than a third "
                                 "of this machine's memory. Leave --matrix out: --out writes the translated items "
                                 "without it.");
    return Error(ErrorCode::tooLarge, text.arg(rows).arg(columns).arg(bytes / 1e9, 0, 'f', 1).toStdString());
}

/// What the other options leave without a use.
Status refuseUnused(const QCommandLineParser &parser, const InverseProjectionOptions &options)
{
    const bool unpruned = given(parser, "delta") && options.delta <= 0;
    if (const Status used = refuse(parser, unpruned ? QStringList{"omega"} : QStringList(),
                                   "with --delta 0 nothing is pruned, and all subspaces are one");
        !used)
        return used;
    return refuse(parser, given(parser, "seed-pairs") ? QStringList{"anchors"} : QStringList(),
                  "the anchors are those of --seed-pairs");
}

Result<InverseProjectionOptions> readOptions(const QCommandLineParser &parser)
{
    InverseProjectionOptions options;
    const auto omega = integerOption(parser, "omega", options.subspaces, 1);
    const auto cutoff = numberOption(parser, "cutoff", options.cutoff);
    const auto delta = numberOption(parser, "delta", options.delta);
    if (!omega)
        return omega.error();
    if (!cutoff || !delta)
        return cutoff ? delta.error() : cutoff.error();
    options.subspaces = static_cast<int>(*omega);
    options.cutoff = *cutoff;
    options.delta = *delta;
    if (const Status valid = options.validate(); !valid)
        return valid.error();
    const Status used = refuseUnused(parser, options);
    return used ? Result<InverseProjectionOptions>(options) : used.error();
}

/// Writes translated rows in the target's units: an array, or a dataset that holds the target too where their items
/// are the same.
Status saveTranslated(const std::string &path, const Translation &translation, const Matrix &rows)
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
    space->vectors = rows;
    space->items = dataset.items;
    dataset.spaces.push_back(space);
    if (translation.to->items == translation.from->items)
        dataset.spaces.push_back(translation.to);
    return io::saveDataset(path, dataset);
}

QJsonArray numbers(const Vector &values)
{
    QJsonArray array;
    for (const float value : values)
        array.append(static_cast<double>(value));
    return array;
}

/// What the matrix needs beside it: unit((x − mean) / scale) of the source, times the matrix, to unit length, · length
/// · scale + mean of the target.
QJsonObject restOfMap(const Translation &translation)
{
    QJsonObject json;
    for (const auto &[side, space] :
         {std::pair("source", &translation.preparedFrom), std::pair("target", &translation.preparedTo)}) {
        const bool scaled = space->centering == Centering::standardize;
        json[QString("mean_of_") + side] = numbers(space->mean);
        json[QString("scale_of_") + side] = scaled ? QJsonValue(numbers(space->scale)) : QJsonValue();
    }
    double length = 0; // mean of the target's anchors, as in inTargetUnits
    for (const ItemIndex item : translation.itemsTo)
        length +=
            static_cast<double>(translation.preparedTo.norms[item]) / static_cast<double>(translation.itemsTo.size());
    json["length"] = length;
    return json;
}

void saveOutputs(const QCommandLineParser &parser, const Translation &translation, const InverseProjection &map,
                 const Matrix &directions, Report &report)
{
    saveOutput(parser, "out", report, [&](const std::string &path) {
        const Matrix rows =
            inTargetUnits(directions, translation.preparedTo, rowsOf(translation.to->vectors, translation.itemsTo));
        return saveTranslated(path, translation, rows);
    });
    if (given(parser, "matrix"))
        report.json["map"] = restOfMap(translation);
    saveOutput(parser, "matrix", report, [&](const std::string &path) {
        const LinearMap whole = translation.anchors.between({map.matrix});
        return io::saveNpy(path, whole.basis.size() > 0 ? MatrixD(whole.matrix * whole.basis) : whole.matrix);
    });
}

QString summaryText(const Translation &translation, const InverseProjectionOptions &options,
                    const InverseProjection &map, double cosine)
{
    QString text =
        QString("%1 → %2, %3 anchors, omega %4, delta %5, cut-off %6, completion %7\n"
                "mean cosine to the true partners %9 (of %8 items)\n")
            .arg(QString::fromStdString(translation.from->name), QString::fromStdString(translation.to->name))
            .arg(translation.anchors.b.rows())
            .arg(options.subspaces)
            .arg(options.delta)
            .arg(options.cutoff)
            .arg(completionId(options.completion))
            .arg(translation.pairing.pairs())
            .arg(std::isfinite(cosine) ? QString::number(cosine, 'f', 3) : "unknown");
    for (std::size_t i = 0; i < map.anchorsKept.size(); ++i)
        text += QString("subspace %1: %2 anchors kept, condition number %3\n")
                    .arg(i + 1)
                    .arg(map.anchorsKept[i])
                    .arg(map.conditionNumbers[i], 0, 'f', 1);
    return text;
}

void describe(const Translation &translation, const InverseProjectionOptions &options, const InverseProjection &map,
              double cosine, QJsonObject &json)
{
    QJsonArray conditions, kept;
    for (const double condition : map.conditionNumbers)
        conditions.append(number(condition));
    for (const Index anchors : map.anchorsKept)
        kept.append(count(anchors));
    json["scored"] = count(translation.pairing.pairs());
    json["source"] = sideId(translation.source);
    json["target"] = sideId(translation.target);
    json["anchors"] = count(translation.anchors.b.rows());
    noteUsed("anchors", json["anchors"]);
    json["omega"] = options.subspaces;
    json["delta"] = options.delta;
    noteUsed("delta", options.delta);
    noteUsed("omega", kept.size()); // one, where nothing is pruned
    json["cutoff"] = options.cutoff;
    json["completion"] = completionId(options.completion);
    json["cosine"] = number(cosine);
    json["condition_number"] = conditions;
    json["anchors_kept"] = kept;
}

/// δ and completion as the user says; what is not said is chosen by cross-validation on the anchors.
InverseProjectionOptions chooseProjection(const QCommandLineParser &parser, const SpannedPairs &anchors,
                                          const InverseProjectionOptions &options, std::optional<Completion> completion,
                                          const RunContext &context)
{
    const auto delta = given(parser, "delta") ? std::optional(options.delta) : std::nullopt;
    const bool said = delta && completion;
    return bestProjection(said ? MatrixD() : projectionScores(anchors.a, anchors.b, options, context), options,
                          completion, delta);
}

} // namespace

Result<Report> translateSpace(const QCommandLineParser &parser, const QString &data, const RunContext &context)
{
    const auto from = choiceOption(parser, "from", {"x", "y"});
    if (!from)
        return from.error();
    auto options = readOptions(parser);
    if (!options)
        return options.error();
    const auto completion = readCompletion(parser);
    if (!completion)
        return completion.error();
    const auto statistics = readStatistics(parser);
    if (!statistics)
        return statistics.error();
    const auto prepared = prepareExperiment(parser, data, context.part(0, 0.2));
    if (!prepared)
        return prepared.error();
    const Side source = *from == "x" ? Side::x : Side::y;
    const auto translation = prepareTranslation(*prepared, source, *statistics, context.part(0.2, 0.3));
    if (!translation)
        return translation.error();
    if (const Status fits = checkMatrix(parser, *translation); !fits)
        return fits.error();
    const auto &[anchorsFrom, anchorsTo, basisFrom, basisTo] = translation->anchors;
    options->seed = prepared->options.firstSeed;
    *options = chooseProjection(parser, translation->anchors, *options, *completion, context.part(0.3, 0.5));
    const auto map = fitInverseProjection(anchorsFrom, anchorsTo, *options, context.part(0.5, 0.8));
    if (!map)
        return map.error();
    const Matrix directions = translateRows(translation->anchors.coordinates(translation->preparedFrom.rows, context),
                                            LinearMap{map->matrix, basisTo}, context.part(0.8, 0.9));
    if (context.cancelled())
        return cancelledError();
    const double cosine = meanCosine(directions, translation->preparedTo.rows, translation->pairing);
    Report report = pairReport(*prepared);
    report.json["statistics"] = statisticsId(*statistics);
    describe(*translation, *options, *map, cosine, report.json);
    report.text = summaryText(*translation, *options, *map, cosine);
    report.json["score_anchors"] = prepared->options.retrieval.scoreAnchors;
    saveOutputs(parser, *translation, *map, directions, report);
    return report;
}

} // namespace anchorscope::cli
