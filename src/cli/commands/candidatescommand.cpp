// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/commands/anchoreddata.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/evaluate/candidates.h"

#include <algorithm>

namespace anchorscope::cli {

namespace {

constexpr Index fewestAnchors = 3;

/// Finds candidates for an item's partner in the other space, except items that are seeds with another partner.
Result<std::vector<Candidate>> freeCandidates(const AnchoredData &data, const ItemChoice &choice, Index count,
                                              const RunContext &context)
{
    const AnchorSet &anchors = data.run.anchors;
    if (anchors.count() < fewestAnchors)
        return Error(ErrorCode::tooFewPairs, "Expected at least " + std::to_string(fewestAnchors) +
                                                 " anchors to compare items with, found " +
                                                 std::to_string(anchors.count()) + ". Give more seeds.");
    const std::vector<ItemIndex> seedsOfX(anchors.itemsOfX.begin(), anchors.itemsOfX.begin() + anchors.seeds());
    const auto &own = choice.side == Side::x ? seedsOfX : anchors.seedsOfY;
    const auto &taken = choice.side == Side::x ? anchors.seedsOfY : seedsOfX;
    constexpr Index rivals = 2; // at least two, for the margin between the best and the second
    const auto found = findCandidates(data.pair(), other(choice.side), choice.item,
                                      std::max(count, rivals) + anchors.seeds(), context);
    if (!found)
        return found;
    return chooseCandidates(*found, static_cast<std::size_t>(count), [&](ItemIndex item) {
        const auto seed = std::ranges::find(taken, item);
        return seed == taken.end() || own[static_cast<std::size_t>(seed - taken.begin())] == choice.item;
    });
}

ItemIndex truePartner(const AnchoredData &data, const ItemChoice &choice)
{
    if (data.truth().empty())
        return noItem;
    return choice.side == Side::x ? data.truth().partnerOfX(choice.item) : data.truth().partnerOfY(choice.item);
}

void describe(const AnchoredData &data, const ItemChoice &choice, const std::vector<Candidate> &candidates,
              Report &report)
{
    const Side side = other(choice.side);
    const ItemIndex partner = truePartner(data, choice);
    const auto three = [](float value) { return QString::number(static_cast<double>(value), 'f', 3); };
    Table table({"#", "item", "label", "cosine", "margin", "correct"});
    QJsonArray rows;
    for (const Candidate &candidate : candidates) {
        const QString label = QString::fromStdString(data.items(side).labelName(candidate.item));
        const bool correct = candidate.item == partner;
        rows.append(QJsonObject{{"item", nameJson(data, side, candidate.item)},
                                {"label", label.isEmpty() ? QJsonValue() : QJsonValue(label)},
                                {"cosine", number(static_cast<double>(candidate.score))},
                                {"margin", number(static_cast<double>(candidate.margin))},
                                {"right", partner == noItem ? QJsonValue() : QJsonValue(correct)}});
        table.add({QString::number(rows.size()), data.name(side, candidate.item), label, three(candidate.score),
                   three(candidate.margin),
                   partner == noItem ? "–"
                   : correct         ? "yes"
                                     : "no"});
    }
    report.json["from"] = sideId(choice.side);
    report.json["item"] = nameJson(data, choice.side, choice.item);
    report.json["rows"] = rows;
    report.text = QString("likely partners of “%1” (%2) in %3\n")
                      .arg(data.name(choice.side, choice.item), sideLabel(choice.side), sideLabel(side)) +
                  table.text();
}

} // namespace

Result<Report> proposeMatches(OptionReader &reader, const QString &data, const RunContext &context)
{
    const Index count = reader.integer("count", usualCandidates, 1);
    if (const Status read = reader.status(); !read)
        return read.error();
    const auto item = prepareItem(reader, data, context.part(0, 0.8));
    if (!item)
        return item.error();
    const auto &[anchored, choice] = *item;
    const auto candidates = freeCandidates(anchored, choice, count, context.part(0.8, 1));
    if (!candidates)
        return candidates.error();
    Report report = anchored.report();
    describe(anchored, choice, *candidates, report);
    return report;
}

} // namespace anchorscope::cli
