// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/experiments/experimentinput.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/disagreement.h"

namespace anchorscope::cli {

namespace {

/// Maximum number of items to list for each group on the terminal; the JSON lists all.
constexpr std::size_t maxNamed = 5;

/// Vectors, of unit length, of the items of all pairs in one space (`side`), in the order of the pairs.
Matrix pairedRows(const ExperimentInput &prepared, Side side, const std::vector<ItemIndex> &items,
                  const RunContext &context)
{
    const auto &pair = prepared.data.pair;
    const EmbeddingSet &set = side == Side::x ? *pair.x : *pair.y;
    return rowsOf(prepare(set.vectors, prepared.options.protocol.centering, context), items, context);
}

QStringList namesOf(const ExperimentInput &prepared, const DisagreementGroup &group,
                    const std::vector<ItemIndex> &itemsOfX)
{
    QStringList names;
    for (const ItemIndex member : group.members)
        names << QString::fromStdString(prepared.data.pair.x->items->name(itemsOfX[static_cast<std::size_t>(member)]));
    return names;
}

} // namespace

Result<Report> listDisagreement(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto prepared = prepareExperiment(reader, data, context.part(0, 0.1));
    if (!prepared)
        return prepared.error();
    const Correspondence &truth = prepared->data.pair.pairing;
    if (truth.empty())
        return Error(ErrorCode::wrongUsage, "Expected known pairs, found none: give --pair FILE, for example a file "
                                            "written by optimize --correspondence FILE --confirmed.");
    const std::vector<ItemIndex> ofX = truth.pairedItemsOfX(), ofY = truth.partnersOfX(ofX);
    DisagreementOptions options;
    options.seed = prepared->options.firstSeed;
    const auto found = findDisagreement(pairedRows(*prepared, Side::x, ofX, context),
                                        pairedRows(*prepared, Side::y, ofY, context), options, context.part(0.1, 1));
    if (!found)
        return found.error();
    Report report = pairReport(*prepared);
    report.json.remove("repeats");
    report.json["pairs"] = count(found->pairs);
    report.json["by_chance"] = number(found->byChance);
    QJsonArray rows;
    Table table({"close in", "items", "in X", "in Y", "score", "such as"});
    for (const DisagreementGroup &group : found->groups) {
        const QStringList names = namesOf(*prepared, group, ofX);
        rows.append(QJsonObject{{"space", sideId(group.holds)},
                                {"together_x", number(group.togetherX)},
                                {"together_y", number(group.togetherY)},
                                {"score", number(group.score)},
                                {"items", QJsonArray::fromStringList(names)}});
        table.add({sideLabel(group.holds), QString::number(names.size()), QString::number(group.togetherX, 'f', 2),
                   QString::number(group.togetherY, 'f', 2), QString::number(group.score, 'f', 2),
                   names.mid(0, maxNamed).join(", ")});
    }
    report.json["rows"] = rows;
    report.text = found->groups.empty()
                      ? QString("No group of items is close together in one space and far apart in the other.\n")
                      : table.text();
    return report;
}

} // namespace anchorscope::cli
