// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/experiments/protocol.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

QString percent(double share)
{
    return QString("%1%").arg(100 * share, 0, 'f', 0);
}

QJsonObject offerJson(const HintSuggestion &offer)
{
    const HintTrial *chosen = offer.choice.chosen();
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
            {"notes", strings(offer.notes)}};
}

/// Formats whether a hint helps: “weight 0.3” (weight to use), “no”, “not tried: too few known pairs”.
QString helpText(const HintSuggestion &offer)
{
    if (!offer.helps())
        return "no";
    return offer.choice.trials.empty() ? QString("not tried: too few known pairs")
                                       : "weight " + QString::fromStdString(hintWeightId(offer.choice.weight));
}

/// Formats the mean reciprocal rank of the partners in held-out pairs, without and with the hint: “0.042 → 0.310”. If
/// the hint does not help, formats only the rank without it; “–” if it was not tried.
QString rankText(const HintSuggestion &offer)
{
    const HintTrial *chosen = offer.choice.chosen();
    if (!chosen)
        return "–";
    const QString with = QString::number(chosen->reciprocalRank, 'f', 3);
    return offer.helps() ? QString::number(offer.choice.trials.front().reciprocalRank, 'f', 3) + " → " + with : with;
}

} // namespace

Result<Report> suggestHintColumns(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.05));
    if (!prepared)
        return prepared.error();
    const auto &pair = prepared->data.pair;
    ProtocolOptions &protocol = prepared->options.protocol;
    const Index seeds = protocol.seedPairs.empty() ? protocol.seeds : std::ssize(protocol.seedPairs);
    // All anchors are seeds, because trials of hints use known pairs only.
    protocol.anchors = std::max<Index>(1, seeds);
    const PreparedSpace x = prepare(pair.x->vectors, protocol.centering, context);
    const PreparedSpace y = prepare(pair.y->vectors, protocol.centering, context);
    const auto offers = suggestHints({x, y, pair.pairing}, *pair.x->items, *pair.y->items, protocol,
                                     prepared->options.firstSeed, context.part(0.05, 1));
    if (!offers)
        return offers.error();
    Report report = pairReport(*prepared);
    Table table({"hint", "helps", "entropy removed", "known pairs agree", "all pairs", "held-out MRR"});
    for (const HintSuggestion &offer : *offers) {
        table.add({QString::fromStdString(offer.name), helpText(offer), percent(offer.choice.facts.removed),
                   percent(offer.choice.facts.agreeing), percent(offer.choice.facts.byChance), rankText(offer)});
        report.warnings.insert(report.warnings.end(), offer.notes.begin(), offer.notes.end());
    }
    report.json["hints"] = arrayOf(*offers, offerJson);
    report.text = table.text();
    return report;
}

} // namespace anchorscope::cli
