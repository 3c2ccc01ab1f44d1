// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/json.h"

#include "core/optimizers/optimizers.h"

#include <QJsonDocument>

#include <cmath>

namespace anchorscope::cli {

QJsonValue number(double value)
{
    return std::isfinite(value) ? QJsonValue(value) : QJsonValue();
}

QJsonValue number(const std::optional<double> &value)
{
    return value ? number(*value) : QJsonValue();
}

QJsonObject fromCore(const JsonValue &json)
{
    const std::string text = json.dump(-1, ' ', false, JsonValue::error_handler_t::replace);
    return QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
}

JsonValue toCore(const QJsonObject &json)
{
    return JsonValue::parse(QJsonDocument(json).toJson(QJsonDocument::Compact).toStdString());
}

void addMembers(QJsonObject &json, const QJsonObject &others)
{
    for (auto member = others.begin(); member != others.end(); ++member)
        json[member.key()] = member.value();
}

QJsonArray strings(const std::vector<std::string> &texts)
{
    return arrayOf(texts, QString::fromStdString);
}

QJsonObject repeated(const RepeatedValue &values)
{
    const bool known = !values.values.empty();
    return {{"mean", known ? number(values.mean()) : QJsonValue()},
            {"std", known ? number(values.std()) : QJsonValue()},
            {"values", arrayOf(values.values, [](double value) { return number(value); })}};
}

QJsonObject protocolJson(const ProtocolOptions &options, std::uint64_t firstSeed, const UsedOptions &reads)
{
    QJsonObject json{{"seed", static_cast<qint64>(firstSeed)}, {"center", QString(centeringId(options.centering))}};
    if (reads.anchors)
        json["anchors"] = count(options.existingRun ? options.existingRun->anchors.count() : options.anchors);
    if (reads.seeds)
        json["seeds"] = count(options.existingRun          ? options.existingRun->anchors.seeds()
                              : !options.seedPairs.empty() ? static_cast<Index>(options.seedPairs.size())
                                                           : options.seeds);
    const Optimizer *method = findOptimizer(options.optimize.method);
    if (reads.method)
        json["method"] = QString::fromStdString(options.optimize.method);
    if (reads.method && method && method->readsGroup(ofPath))
        json["order"] = options.orderedByFile ? "file" : "none";
    if (reads.similarity)
        json["similarity"] = QString::fromStdString(options.similarity);
    if (reads.side)
        json["optimize_side"] = sideId(options.optimizedSide);
    return json;
}

QJsonObject runJson(const ProtocolRun &run)
{
    const OptimizeSummary &summary = run.summary;
    QJsonObject json{{"seed", static_cast<qint64>(run.seed)},
                     {"iterations", static_cast<qint64>(summary.history.size())},
                     {"termination", QString(terminationId(summary.termination))},
                     {"seconds", number(summary.seconds)},
                     {"seconds_per_correspondence", number(summary.medianCorrespondenceSeconds())},
                     {"right", number(summary.correct)},
                     {"method_used", QString::fromStdString(summary.methodUsed)},
                     {"start", summary.start.empty() ? QJsonValue() : QString::fromStdString(summary.start)}};
    if (!summary.starts.empty())
        json["starts"] = arrayOf(summary.starts, [](const StartSummary &start) {
            return QJsonObject{{"iterations", start.iterations},
                               {"loss", number(start.loss)},
                               {"won", start.won},
                               {"converged", start.converged},
                               {"right", number(start.correct)}};
        });
    if (const HintSummary &hint = summary.hint; !hint.weight.empty())
        json["hint"] = QJsonObject{{"weight", QString::fromStdString(hint.weight)},
                                   {"entropy_removed", number(hint.removed)},
                                   {"agreeing", number(hint.agreeing)},
                                   {"agreeing_by_chance", number(hint.byChance)},
                                   {"mrr_left_out_without", number(hint.without)},
                                   {"mrr_left_out_with", number(hint.with)},
                                   {"right", number(hint.correct)}};
    return json;
}

namespace {

QJsonValue shareJson(const std::optional<ShareEstimate> &share)
{
    return share ? QJsonObject{{"value", number(share->value)},
                               {"low", number(share->low)},
                               {"high", number(share->high)}}
                 : QJsonValue();
}

} // namespace

QJsonObject verdictJson(const Verdict &verdict)
{
    return {{"verdict", QString(alignmentId(verdict.alignment))},
            {"headline", QString(verdictHeadline(verdict))},
            {"p_chance", number(verdict.pChance)},
            {"p_class", number(verdict.pClass)},
            {"estimated_right", shareJson(verdict.correct)},
            {"estimated_right_with_suspects", shareJson(verdict.correctOfAll)},
            {"share_with_partner", shareJson(verdict.withPartner)},
            {"estimated_right_given_partner", shareJson(verdict.correctGivenPartner)},
            {"known_pairs_left_out", count(verdict.knownPairs)},
            {"known_pairs_found", count(verdict.found)},
            {"known_pairs_found_without_anchors", number(verdict.foundWithoutAnchors)},
            {"within_hints", verdict.withinHints},
            {"agreement", number(verdict.agreement)},
            {"suspect_seeds", arrayOf(verdict.suspectSeeds, count)},
            {"verdict_seconds", number(verdict.seconds)}};
}

QJsonObject errorJson(const Error &error)
{
    const auto text = [](const std::string &value) { return QString::fromStdString(value); };
    return {{"code", text(errorId(error.code))},
            {"message", text(error.message)},
            {"file", text(error.file)},
            {"place", text(error.place)}};
}

QByteArray jsonText(const QJsonObject &json)
{
    const QByteArray text = QJsonDocument(json).toJson();
    QByteArray valid;
    qsizetype copied = 0;
    // Length of an escape such as \udc80. Qt writes escapes only for lone surrogates.
    constexpr qsizetype escaped = 6;
    for (qsizetype at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
        if (text[at + 1] != 'u' || text[at + 2] != 'd' || text[at + 3] < '8') {
            at += 2;
            continue;
        }
        valid += text.mid(copied, at - copied) + "\uFFFD";
        copied = at += escaped;
    }
    return valid + text.mid(copied);
}

} // namespace anchorscope::cli
