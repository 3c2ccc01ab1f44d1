// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/inspection.h"
#include "core/evaluate/retrieval.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

struct Rows
{
    ItemIndex x = noItem, y = noItem;
};

QJsonArray neighboursJson(const AnchoredData &data, const ItemInspection &seen)
{
    return arrayOf(seen.neighbours, [&](const NeighbourPair &pair) {
        const bool inX = pair.x != noItem, inY = pair.y != noItem;
        return QJsonObject{
            {"x", nameJson(data, Side::x, pair.x)},
            {"x_cosine", inX ? number(static_cast<double>(pair.similarityX)) : QJsonValue()},
            {"x_mark", inX ? QJsonValue(pair.sharedX ? "kept" : "lost") : QJsonValue()},
            {"y", nameJson(data, Side::y, pair.y)},
            {"y_cosine", inY ? number(static_cast<double>(pair.similarityY)) : QJsonValue()},
            {"y_mark", inY ? QJsonValue(pair.sharedY ? "kept" : "gained") : QJsonValue()},
        };
    });
}

QJsonArray fingerprintJson(const AnchoredData &data, const ItemInspection &seen)
{
    return arrayOf(seen.fingerprint, [&](const AnchorComparison &bar) {
        return QJsonObject{{"anchor", nameJson(data, Side::x, bar.anchorOfX)},
                           {"seed", bar.seed},
                           {"x", number(static_cast<double>(bar.x))},
                           {"y", number(static_cast<double>(bar.y))},
                           {"difference", number(static_cast<double>(bar.x - bar.y))}};
    });
}

QString factsText(const AnchoredData &data, const Rows &rows, const ItemInspection &seen, Index k)
{
    const auto named = [&](Side side, ItemIndex item) {
        return item == noItem ? QString("no known partner") : "“" + data.name(side, item) + "”";
    };
    QString text = QString("X: %1, Y: %2\n").arg(named(Side::x, rows.x), named(Side::y, rows.y));
    if (rows.x != noItem && rows.y != noItem)
        text += QString("%1 of the neighbours shared (Jaccard, K = %2)\n").arg(seen.overlap, 0, 'f', 2).arg(k);
    if (seen.cosine)
        text += QString("cosine of the relative vectors %1\n").arg(*seen.cosine, 0, 'f', 3);
    if (seen.rankXToY && seen.rankYToX)
        text += QString("rank of the partner %1 X → Y, %2 Y → X\n").arg(*seen.rankXToY).arg(*seen.rankYToX);
    return text;
}

QString neighboursText(const AnchoredData &data, const ItemInspection &seen)
{
    const auto cells = [&](Side side, ItemIndex item, float similarity, const char *mark) {
        return item == noItem ? QStringList{"", "", ""}
                              : QStringList{QString::fromUtf8(mark), data.name(side, item),
                                            QString::number(static_cast<double>(similarity), 'f', 3)};
    };
    Table table({"#", "", "near in X", "cosine", "", "near in Y", "cosine"});
    int place = 0;
    for (const NeighbourPair &pair : seen.neighbours)
        table.add(QStringList{QString::number(++place)}
                  << cells(Side::x, pair.x, pair.similarityX, pair.sharedX ? "=" : "−")
                  << cells(Side::y, pair.y, pair.similarityY, pair.sharedY ? "=" : "+"));
    return table.text() + "= near in both, − lost in Y, + new in Y\n";
}

QString fingerprintText(const AnchoredData &data, const ItemInspection &seen)
{
    const auto three = [](float value) { return QString::number(static_cast<double>(value), 'f', 3); };
    Table table({"anchor", "kind", "in X", "in Y", "difference"});
    for (const AnchorComparison &bar : seen.fingerprint)
        table.add({data.name(Side::x, bar.anchorOfX), bar.seed ? "seed" : "found", three(bar.x), three(bar.y),
                   three(bar.x - bar.y)});
    return table.text();
}

} // namespace

Result<Report> inspectOne(OptionReader &reader, const QString &data, const RunContext &context)
{
    InspectionOptions options;
    options.k = reader.integer("k", options.k, 1);
    options.relative = reader.flag("relative");
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto item = prepareItem(reader, data, context.part(0, 0.8));
    if (!item)
        return item.error();
    const auto &[anchored, choice] = *item;
    if (const Status fits = RetrievalOptions{.k = options.k}.validate(std::min(anchored.x.size(), anchored.y.size()));
        !fits && reader.has("k"))
        return fits.error();
    const KnownPartners partners = knownPartners(anchored);
    const ItemIndex partner = partners.of(choice.side)[static_cast<std::size_t>(choice.item)];
    const Rows rows = choice.side == Side::x ? Rows{choice.item, partner} : Rows{partner, choice.item};
    const auto seen = inspectItem(anchored.pair(), rows.x, rows.y, partners.yOfX, options, context.part(0.8, 1));
    if (!seen)
        return seen.error();
    Report report = anchored.report();
    report.json["from"] = sideId(choice.side);
    report.json["x"] = nameJson(anchored, Side::x, rows.x);
    report.json["y"] = nameJson(anchored, Side::y, rows.y);
    report.json["k"] = count(options.k);
    report.json["neighbours_by"] = options.relative ? "relative" : "absolute";
    report.json["overlap"] = partner == noItem ? QJsonValue() : number(seen->overlap);
    report.json["cosine"] = number(seen->cosine);
    report.json["rank_x_to_y"] = number(seen->rankXToY);
    report.json["rank_y_to_x"] = number(seen->rankYToX);
    report.json["neighbours"] = neighboursJson(anchored, *seen);
    report.json["fingerprint"] = fingerprintJson(anchored, *seen);
    report.text = factsText(anchored, rows, *seen, options.k) + '\n' + neighboursText(anchored, *seen);
    if (!seen->fingerprint.empty())
        report.text += '\n' + fingerprintText(anchored, *seen);
    return report;
}

} // namespace anchorscope::cli
