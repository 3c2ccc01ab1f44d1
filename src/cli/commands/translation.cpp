// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/translation.h"

#include "cli/json.h"
#include "cli/outputs.h"
#include "cli/table.h"
#include "core/projection/relative.h"
#include "io/numpy/adapterfile.h"

#include <algorithm>
#include <span>

namespace anchorscope::cli {

namespace {

AnchorSet found(const OptimizeSummary &run, Index itemsOfX)
{
    auto [x, y] = foundPairs(run.correspondence, run.correspondenceScore, itemsOfX);
    AnchorSet anchors;
    anchors.itemsOfX = std::move(x);
    anchors.discreteY = std::move(y);
    return anchors;
}

/// Origin of the anchors: a session's run, pairs known to the user, or draws from the pairing.
Result<AnchorSet> chooseAnchorSet(const Prepared &prepared, bool foundPairs)
{
    const ProtocolOptions &protocol = prepared.options.protocol;
    const auto &pair = prepared.data.pair;
    if (protocol.given && foundPairs)
        return found(protocol.given->summary, pair.x->size());
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

/// Vectors of a set, stored only once, as read.
StoredRows asRead(const std::shared_ptr<const EmbeddingSet> &set)
{
    const std::span<const float> numbers(set->vectors.data(), static_cast<std::size_t>(set->vectors.size()));
    return {set, std::as_bytes(numbers), StoredNumber::float32, set->dimension()};
}

} // namespace

Result<Translation> prepareTranslation(const Prepared &prepared, Side from, Statistics statistics, bool foundPairs,
                                       const RunContext &context)
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

namespace {

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
    QJsonArray classes, learning;
    for (const RecallOfClass &each : report.classes) {
        QJsonObject row = meansJson(each.retained);
        row["label"] = QString::fromStdString(each.label);
        row["queries"] = count(each.queries);
        classes.append(row);
    }
    for (const AdapterPoint &point : report.learning)
        learning.append(QJsonObject{{"pairs", count(point.pairs)},
                                    {"index_recall_at_10", repeated(point.index)},
                                    {"queries_recall_at_10", repeated(point.queries)}});
    json["classes"] = classes;
    json["learning"] = learning;
    return json;
}

QString reportText(const AdapterReport &report)
{
    QString text = QString("Retained recall: %1 held-out queries, %2 indexed items, map fitted on %3 other pairs\n")
                       .arg(report.queries)
                       .arg(report.inIndex)
                       .arg(report.pairs);
    Table uses({"", "recall@1", "recall@10", "own@1", "own@10"});
    for (const auto &[name, kept] : {std::pair("own queries, translated index", &report.retained.translatedIndex),
                                     std::pair("translated queries, own index", &report.retained.translatedQueries)}) {
        QStringList cells{name};
        for (const double value : {kept->recallAt1, kept->recallAt10, kept->ownAt1, kept->ownAt10})
            cells << cell(Repeated{{value}});
        uses.add(cells);
    }
    Table learning({"pairs", "recall@10, translated index", "recall@10, translated queries"});
    for (const AdapterPoint &point : report.learning)
        learning.add({QString::number(point.pairs), cell(point.index), cell(point.queries)});
    return text + uses.text() + learning.text();
}

} // namespace

QStringList mapIds()
{
    QStringList ids;
    for (const MapKind &kind : mapKinds())
        ids << kind.id;
    return ids;
}

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
                             seed};
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
        return io::saveAdapter(path,
                               adapterOf(translation.preparedFrom, translation.preparedTo, map, translation.itemsTo));
    });
    return Done{};
}

} // namespace anchorscope::cli
