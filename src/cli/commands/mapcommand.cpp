// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "core/neighbourmap/neighbourmap.h"
#include "core/projection/pca.h"

namespace anchorscope::cli {

namespace {

Result<JointMap> placesApart(const PreparedSpace &x, const PreparedSpace &y, const RunContext &context)
{
    const auto ofX = neighbourMap({x.rows}, {}, context.part(0, 0.5));
    if (!ofX)
        return ofX.error();
    const auto ofY = neighbourMap({y.rows}, {}, context.part(0.5, 1));
    if (!ofY)
        return ofY.error();
    return JointMap{*ofX, *ofY};
}

QJsonValue qualityJson(const std::optional<PairQuality> &quality, bool together)
{
    if (!quality)
        return {};
    return QJsonObject{{"trustworthiness", number(quality->trustworthiness())},
                       {"continuity", number(quality->continuity())},
                       {"items", count(quality->x.items)},
                       {"strangers", together ? number(quality->nearerItems) : QJsonValue()}};
}

/// Quality of a neighbour map. It is measured against the original spaces, even if the map shows relative vectors.
std::optional<PairQuality> qualityOf(const AnchoredData &data, const JointMap &places, const RunContext &context)
{
    return pairQuality(data.x.rows, data.y.rows, places, data.truth(), context);
}

QString line(const QString &name, const std::optional<PairQuality> &quality, bool together)
{
    if (!quality)
        return name + ": too few items to measure how far it can be trusted\n";
    QString text = QString("%1: trustworthiness %2, continuity %3")
                       .arg(name)
                       .arg(quality->trustworthiness(), 0, 'f', 3)
                       .arg(quality->continuity(), 0, 'f', 3);
    if (together && quality->nearerItems)
        text += QString("; %1 %2 nearer than the partner (median)")
                    .arg(*quality->nearerItems)
                    .arg(*quality->nearerItems == 1 ? "item" : "items");
    return text + '\n';
}

QJsonArray rowsJson(const AnchoredData &data, const JointMap &places)
{
    QJsonArray rows;
    for (const Side side : {Side::x, Side::y}) {
        const Matrix &of = side == Side::x ? places.x : places.y;
        for (Index item = 0; item < of.rows(); ++item)
            rows.append(QJsonObject{{"space", sideId(side)},
                                    {"item", data.name(side, static_cast<ItemIndex>(item))},
                                    {"horizontal", number(static_cast<double>(of(item, 0)))},
                                    {"vertical", number(static_cast<double>(of(item, 1)))}});
    }
    return rows;
}

JointMap shownComponents(const AnchoredData &data, bool together, const RunContext &context)
{
    if (together) // shows relative vectors, as the window's relative panels do
        return jointComponents(data.pair(), context);
    PcaOptions two;
    two.components = 2;
    const auto [ofX, ofY] = fitPair(data.x.rows, data.y.rows, PcaFit::each, two, context);
    return {ofX.project(data.x.rows, context), ofY.project(data.y.rows, context)};
}

} // namespace

Result<Report> mapNeighbours(OptionReader &reader, const QString &data, const RunContext &context)
{
    auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    if (!prepared)
        return prepared.error();
    const bool together = !reader.flag("apart");
    const auto loaded = together ? withFoundAnchors(std::move(*prepared), context.part(0.1, 0.4))
                                 : Result(withoutAnchors(std::move(*prepared), context));
    if (!loaded)
        return loaded.error();
    const auto places = together ? jointMap(loaded->pair(), context.part(0.4, 0.9))
                                 : placesApart(loaded->x, loaded->y, context.part(0.1, 0.9));
    if (!places)
        return places.error();
    const auto quality = qualityOf(*loaded, *places, context.part(0.9, 0.95));
    const auto plain = qualityOf(*loaded, shownComponents(*loaded, together, context), context.part(0.95, 1));
    if (context.cancelled())
        return cancelledError();
    Report report = together ? loaded->report() : pairReport(loaded->prepared);
    if (!together)
        noteNoAnchors(reader, report);
    report.json["together"] = together;
    report.json["neighbours"] = count(NeighbourMapOptions().neighbours);
    report.json["quality"] = qualityJson(quality, together);
    report.json["components"] = qualityJson(plain, together);
    report.json["rows"] = rowsJson(*loaded, *places);
    report.text = line("neighbour map", quality, together) + line("two components", plain, together) +
                  "With --json the output contains the positions of all items.\n";
    return report;
}

} // namespace anchorscope::cli
