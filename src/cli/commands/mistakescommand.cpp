// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/mistakes.h"

namespace anchorscope::cli {

namespace {

/// Maximum numbers of items, and of groups for each column, in the text; the JSON contains all.
constexpr std::size_t maxInText = 20;

QJsonArray groupsJson(const std::vector<MistakeGroup> &groups)
{
    return arrayOf(groups, [](const MistakeGroup &group) {
        return QJsonObject{{"name", QString::fromStdString(group.name)},
                           {"items", count(std::ssize(group.items))},
                           {"wrong", count(std::ssize(group.wrong))},
                           {"share", number(group.share())}};
    });
}

void addJson(const AnchoredData &data, const Mistakes &mistakes, QJsonObject &json)
{
    json["judged_by"] = mistakes.byTruth ? "truth" : "confirmation";
    json["items"] = count(static_cast<Index>(mistakes.judged.size()));
    json["wrong"] = count(static_cast<Index>(mistakes.wrong.size()));
    json["share"] = number(mistakes.share());
    json["by_label"] = groupsJson(mistakes.label.groups);
    json["by_column"] = arrayOf(mistakes.columns, [](const MistakesByColumn &column) {
        return QJsonObject{{"column", QString::fromStdString(column.column)}, {"groups", groupsJson(column.groups)}};
    });
    json["regions"] = groupsJson(mistakes.regions);
    json["rows"] = arrayOf(mistakes.wrong, [&](const Mistake &each) {
        return QJsonObject{{"y", nameJson(data, Side::y, each.y)},
                           {"found", nameJson(data, Side::x, each.found)},
                           {"partner", nameJson(data, Side::x, each.partner)},
                           {"surplus", number(static_cast<double>(each.surplus))}};
    });
}

QString groupsText(const QString &title, const std::vector<MistakeGroup> &groups)
{
    if (groups.empty())
        return {};
    Table table({title, "items", "wrong", "share"});
    for (std::size_t i = 0; i < std::min(groups.size(), maxInText); ++i)
        table.add({QString::fromStdString(groups[i].name), QString::number(groups[i].items.size()),
                   QString::number(groups[i].wrong.size()), QString("%1%").arg(100 * groups[i].share(), 0, 'f', 1)});
    return '\n' + table.text();
}

QString wrongText(const AnchoredData &data, const Mistakes &mistakes)
{
    if (mistakes.wrong.empty())
        return {};
    Table table({"item of Y", "found in X", "partner in X", "surplus"});
    for (std::size_t i = 0; i < std::min(mistakes.wrong.size(), maxInText); ++i) {
        const Mistake &each = mistakes.wrong[i];
        table.add({data.name(Side::y, each.y), data.name(Side::x, each.found), data.name(Side::x, each.partner),
                   QString::number(static_cast<double>(each.surplus), 'f', 3)});
    }
    return '\n' + table.text() +
           (mistakes.byTruth
                ? QString("Worst first; surplus: how much nearer the found item is than the partner, by cosine.\n")
                : QString("Least certain first; surplus: how much nearer the other item with the same match is.\n"));
}

} // namespace

Result<Report> listMistakes(OptionReader &reader, const QString &data, const RunContext &context)
{
    const auto anchored = prepareRun(reader, data, context);
    if (!anchored)
        return anchored.error();
    const AnchoredPair pair = anchored->pair();
    const auto mistakes = anchorscope::findMistakes({pair, anchored->run.summary.correspondence,
                                                     anchored->run.summary.correspondenceScore, anchored->truth(),
                                                     anchored->items(Side::y)},
                                                    context.part(0.9, 1));
    if (!mistakes)
        return mistakes.error();
    Report report = anchored->report();
    addJson(*anchored, *mistakes, report.json);
    const bool one = mistakes->wrong.size() == 1;
    report.text =
        QString("%1 of %2 of Y %3\n")
            .arg(mistakes->wrong.size())
            .arg(counted(std::ssize(mistakes->judged), "item").c_str(),
                 mistakes->byTruth
                     ? (one ? "was not matched to its partner" : "were not matched to their partner")
                     : QString(one ? "is" : "are") + " contested: another item has the same match and is closer to it");
    report.text += groupsText("label", mistakes->label.groups);
    for (const MistakesByColumn &column : mistakes->columns)
        report.text += groupsText(QString::fromStdString(column.column), column.groups);
    report.text += groupsText("region (named by wrong items near its centre)", mistakes->regions);
    report.text += wrongText(*anchored, *mistakes);
    return report;
}

} // namespace anchorscope::cli
