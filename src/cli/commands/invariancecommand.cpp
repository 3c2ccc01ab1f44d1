// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/playground/invariance.h"

namespace anchorscope::cli {

namespace {

/// Returns the anchors that a run would start from: the items of one space (`side`).
Result<std::vector<ItemIndex>> anchorsOn(Side side, const ExperimentInput &prepared)
{
    const Correspondence &pairing = prepared.data.pair.pairing;
    const auto drawn =
        drawRunAnchors(pairing, prepared.options.protocol, prepared.options.firstSeed, prepared.data.pair.emptyItems());
    if (!drawn || side == Side::x)
        return drawn ? Result<std::vector<ItemIndex>>(drawn->itemsOfX) : drawn.error();
    std::vector<ItemIndex> anchors(drawn->seedsOfY);
    for (std::size_t i = anchors.size(); i < drawn->itemsOfX.size(); ++i) {
        anchors.push_back(pairing.partnerOfX(drawn->itemsOfX[i]));
        if (anchors.back() == noItem)
            return Error(ErrorCode::tooFewPairs, "Expected a known partner of every anchor: draw fewer anchors.");
    }
    return anchors;
}

QString shownCell(const InvarianceCell &cell)
{
    if (!cell.moved)
        return "-";
    const Invariance invariance = invarianceOf(*cell.moved);
    const QString figure = " " + QString::number(*cell.moved, 'f', 2);
    return invarianceId(invariance) + (invariance == Invariance::holds ? QString() : figure);
}

QString tableOf(const std::vector<InvarianceCell> &cells)
{
    QStringList columns{"similarity", "centring"};
    for (const Perturbation &column : perturbations())
        columns << column.id;
    Table table(columns);
    QStringList line;
    for (const InvarianceCell &cell : cells) {
        if (line.isEmpty())
            line = QStringList{QString::fromStdString(caseName(*cell.row)), centeringId(cell.row->centering)};
        line << shownCell(cell);
        if (line.size() == columns.size())
            table.add(std::exchange(line, {}));
    }
    return table.text();
}

QJsonObject cellJson(Side side, const InvarianceCell &cell)
{
    return {{"space", sideId(side)},
            {"similarity", QString::fromStdString(caseName(*cell.row))},
            {"centring", centeringId(cell.row->centering)},
            {"transform", cell.column->id},
            {"moved", number(cell.moved)},
            {"verdict", cell.moved ? QJsonValue(invarianceId(invarianceOf(*cell.moved))) : QJsonValue()}};
}

} // namespace

Result<Report> tabulateInvariance(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    if (!prepared)
        return prepared.error();
    Report report = pairReport(*prepared);
    report.json.remove("center"); // has several values, one in each row of the table
    report.json.remove("repeats");
    QJsonArray rows;
    for (const Side side : {Side::x, Side::y}) {
        const auto anchors = anchorsOn(side, *prepared);
        if (!anchors)
            return anchors.error();
        const EmbeddingSet &set = side == Side::x ? *prepared->data.pair.x : *prepared->data.pair.y;
        const RunContext part = side == Side::x ? context.part(0.1, 0.5) : context.part(0.5, 1);
        const auto cells = measureInvariance(set.vectors, *anchors, prepared->options.firstSeed, part);
        if (!cells)
            return cells.error();
        for (const InvarianceCell &cell : *cells)
            rows.append(cellJson(side, cell));
        report.text += sideLabel(side) + ": " + QString::fromStdString(set.name) + "\n" + tableOf(*cells);
    }
    report.json["rows"] = rows;
    return report;
}

} // namespace anchorscope::cli
