// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/health.h"

#include <cmath>

namespace anchorscope::cli {

namespace {

struct SideHealth
{
    Side side;
    const AnchorHealth &health;
    const std::vector<ItemIndex> &items;
    GramFacts gram;
    std::vector<Index> nearest;
};

SideHealth ofSide(const PairHealth &health, Side side)
{
    const Matrix &gram = health.of(side).gram;
    return {side, health.of(side), side == Side::x ? health.itemsOfX : health.itemsOfY, gramFacts(gram),
            nearestAnchors(gram)};
}

QJsonObject factsJson(const AnchoredData &data, const SideHealth &of)
{
    QJsonArray duplicates;
    for (const auto &[first, second, cosine] : of.health.nearDuplicates)
        duplicates.append(QJsonObject{{"first", nameJson(data, of.side, of.items[static_cast<std::size_t>(first)])},
                                      {"second", nameJson(data, of.side, of.items[static_cast<std::size_t>(second)])},
                                      {"cosine", number(static_cast<double>(cosine))}});
    return {{"condition_number", number(of.health.conditionNumber)},
            {"effective_rank", number(of.health.effectiveRank)},
            {"space_effective_rank", number(of.health.spaceRank)},
            {"coverage", number(of.health.coverage)},
            {"gram", QJsonObject{{"mean_cosine", number(of.gram.mean)},
                                 {"mean_absolute_cosine", number(of.gram.meanAbsolute)},
                                 {"largest_cosine", number(of.gram.largest)},
                                 {"smallest_cosine", number(of.gram.smallest)}}},
            {"near_duplicates", duplicates}};
}

/// Nearest other anchor, and its cosine with the given one.
struct Nearest
{
    ItemIndex item = noItem;
    std::optional<double> cosine;
};

Nearest nearestOf(const SideHealth &of, std::size_t anchor)
{
    const Index nearest = of.nearest[anchor];
    if (nearest < 0)
        return {};
    return {of.items[static_cast<std::size_t>(nearest)],
            static_cast<double>(of.health.gram(static_cast<Index>(anchor), nearest))};
}

QJsonArray anchorsJson(const AnchoredData &data, const PairHealth &health, const SideHealth &x, const SideHealth &y)
{
    QJsonArray rows;
    for (std::size_t i = 0; i < health.itemsOfX.size(); ++i) {
        const Nearest inX = nearestOf(x, i), inY = nearestOf(y, i);
        rows.append(QJsonObject{{"x", nameJson(data, Side::x, health.itemsOfX[i])},
                                {"y", nameJson(data, Side::y, health.itemsOfY[i])},
                                {"seed", static_cast<Index>(i) < health.seeds},
                                {"worth", health.values.empty() ? QJsonValue() : number(health.values[i])},
                                {"nearest_x", nameJson(data, Side::x, inX.item)},
                                {"nearest_x_cosine", number(inX.cosine)},
                                {"nearest_y", nameJson(data, Side::y, inY.item)},
                                {"nearest_y_cosine", number(inY.cosine)}});
    }
    return rows;
}

QString conditionText(double condition)
{
    return std::isfinite(condition) ? QString::number(condition, 'g', 4) : QString("∞");
}

QString factsText(const SideHealth &x, const SideHealth &y)
{
    Table table({"", "X", "Y"});
    const auto add = [&](const char *what, auto text) { table.add({QString::fromUtf8(what), text(x), text(y)}); };
    const auto three = [](double value) { return QString::number(value, 'f', 3); };
    add("condition number", [](const SideHealth &of) { return conditionText(of.health.conditionNumber); });
    add("effective rank", [](const SideHealth &of) { return QString::number(of.health.effectiveRank, 'f', 1); });
    add("coverage", [&](const SideHealth &of) { return three(of.health.coverage); });
    add("mean cosine", [&](const SideHealth &of) { return three(of.gram.mean); });
    add("mean |cosine|", [&](const SideHealth &of) { return three(of.gram.meanAbsolute); });
    add("largest cosine", [&](const SideHealth &of) { return three(of.gram.largest); });
    add("near-duplicates", [](const SideHealth &of) { return QString::number(of.health.nearDuplicates.size()); });
    return table.text();
}

QString anchorsText(const AnchoredData &data, const PairHealth &health, const SideHealth &x, const SideHealth &y)
{
    Table table({"anchor", "in Y", "kind", "contribution", "nearest in X", "cosine", "nearest in Y", "cosine"});
    for (std::size_t i = 0; i < health.itemsOfX.size(); ++i) {
        QStringList row{data.name(Side::x, health.itemsOfX[i]), data.name(Side::y, health.itemsOfY[i]),
                        static_cast<Index>(i) < health.seeds ? "seed" : "found",
                        health.values.empty() ? QString("–") : QString::number(health.values[i], 'f', 4)};
        for (const SideHealth *of : {&x, &y}) {
            const Nearest nearest = nearestOf(*of, i);
            row << data.name(of->side, nearest.item)
                << (nearest.cosine ? QString::number(*nearest.cosine, 'f', 3) : QString("–"));
        }
        table.add(row);
    }
    return table.text();
}

} // namespace

Result<Report> checkHealth(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    if (!prepared)
        return prepared.error();
    const auto anchored = withAnchors(reader, std::move(*prepared), context.part(0.1, 0.8));
    if (!anchored)
        return anchored.error();
    const auto health =
        measureHealth(anchored->pair(), anchored->truth(), anchored->prepared.options.firstSeed, context.part(0.8, 1));
    if (!health)
        return health.error();
    const SideHealth x = ofSide(*health, Side::x), y = ofSide(*health, Side::y);
    Report report = anchored->report();
    report.json["x"] = factsJson(*anchored, x);
    report.json["y"] = factsJson(*anchored, y);
    report.json["rows"] = anchorsJson(*anchored, *health, x, y);
    report.text = factsText(x, y) + '\n' + anchorsText(*anchored, *health, x, y);
    return report;
}

} // namespace anchorscope::cli
