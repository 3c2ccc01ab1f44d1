// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/advice.h"

#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/pairnext.h"
#include "core/experiments/protocolhints.h"

namespace anchorscope::cli {

namespace {

QString percent(double share)
{
    return QString("%1%").arg(100 * share, 0, 'f', 0);
}

QJsonObject offerJson(const HintSuggestion &offer)
{
    const HintTrial *chosen = offer.choice.chosen();
    QJsonArray notes;
    for (const std::string &note : offer.notes)
        notes.append(QString::fromStdString(note));
    const auto rankOf = [](const HintTrial *trial) {
        return number(trial ? std::optional(trial->reciprocalRank) : std::nullopt);
    };
    return {{"hint", QString::fromStdString(offer.name)},
            {"weight", QString::fromStdString(hintWeightId(offer.choice.weight))},
            {"removed", number(offer.choice.facts.removed)},
            {"agreeing", number(offer.choice.facts.agreeing)},
            {"by_chance", number(offer.choice.facts.byChance)},
            {"without", rankOf(offer.choice.trials.empty() ? nullptr : offer.choice.trials.data())},
            {"with", rankOf(chosen)},
            {"notes", notes}};
}

/// Formats a hint's benefit: “weight 0.3”, “no”, “not tried: too few known pairs”.
QString helpText(const HintSuggestion &offer)
{
    if (!offer.helps())
        return "no";
    return offer.choice.trials.empty() ? QString("not tried: too few known pairs")
                                       : "weight " + QString::fromStdString(hintWeightId(offer.choice.weight));
}

/// Formats scores without and with the hint: “0.042 → 0.310”, “–” if it was not tried.
QString rankText(const HintSuggestion &offer)
{
    const HintTrial *chosen = offer.choice.chosen();
    if (!chosen)
        return "–";
    const QString with = QString::number(chosen->reciprocalRank, 'f', 3);
    return offer.helps() ? QString::number(offer.choice.trials.front().reciprocalRank, 'f', 3) + " → " + with : with;
}

} // namespace

Result<Report> suggestedHints(OptionReader &reader, const PairedData &data, const ProtocolInput &input,
                              const ExperimentOptions &options, const RunContext &context)
{
    const auto offers =
        suggestHints(input, *data.pair.x->items, *data.pair.y->items, options.protocol, options.firstSeed, context);
    if (!offers)
        return offers.error();
    Report report{
        protocolJson(options.protocol, options.firstSeed, commandOf(reader).reads), {}, data.pair.warnings, {}};
    QJsonArray hints;
    Table table({"hint", "helps", "entropy removed", "known pairs agree", "all pairs", "held-out MRR"});
    for (const HintSuggestion &offer : *offers) {
        hints.append(offerJson(offer));
        table.add({QString::fromStdString(offer.name), helpText(offer), percent(offer.choice.facts.removed),
                   percent(offer.choice.facts.agreeing), percent(offer.choice.facts.byChance), rankText(offer)});
        report.warnings.insert(report.warnings.end(), offer.notes.begin(), offer.notes.end());
    }
    report.json["hints"] = hints;
    report.text = table.text();
    return report;
}

Status tellPairNext(const PairedData &data, const ProtocolInput &input, const ProtocolOptions &protocol,
                    const ProtocolRun &run, Index items, const RunContext &context, Report &report)
{
    const AnchoredPair pair{input.x, input.y, run.anchors, *findSimilarity(protocol.similarity),
                            protocol.similarityOptions};
    const auto next = pairNext(pair, run.summary.correspondence,
                               {.items = items, .search = protocol.optimize.candidates, .seed = run.seed}, context);
    if (!next)
        return next.error();
    const ItemTable &x = *data.pair.x->items, &y = *data.pair.y->items;
    QJsonArray all;
    report.text += "To pair next, with the likeliest candidates:\n";
    for (const PairingSuggestion &each : *next) {
        QJsonArray candidates;
        QStringList names;
        for (const Neighbour &candidate : each.candidates) {
            names << QString::fromStdString(x.name(candidate.item));
            candidates.append(QJsonObject{{"item", names.back()}, {"score", number(candidate.similarity)}});
        }
        const QString name = QString::fromStdString(y.name(each.item));
        all.append(QJsonObject{{"item", name}, {"candidates", candidates}});
        report.text += "    " + name + ": " + names.join(", ") + '\n';
    }
    report.json["pair_next"] = all;
    return Done{};
}

} // namespace anchorscope::cli
