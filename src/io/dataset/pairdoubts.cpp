// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/pairdoubts.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_set>

namespace anchorscope::io {

namespace {

/// Of pairs: how many have a value on both sides, and another one on the other side although it occurs there.
struct Differences
{
    std::size_t pairs = 0, differ = 0;
    bool areMost() const { return differ * 2 > pairs; }
};

Differences differences(const SpacePair &pair, const std::function<std::string(ItemIndex)> &textX,
                        const std::function<std::string(ItemIndex)> &textY)
{
    Differences result;
    std::vector<std::string> changed;
    for (const ItemIndex x : pair.pairing.pairedItemsOfX()) {
        std::string mine = textX(x);
        const std::string partner = textY(pair.pairing.partnerOfX(x));
        if (mine.empty() || partner.empty())
            continue;
        ++result.pairs;
        if (mine != partner)
            changed.push_back(std::move(mine));
    }
    if (changed.size() * 2 <= result.pairs)
        return result;
    std::unordered_set<std::string> other;
    for (ItemIndex y = 0; y < pair.y->size(); ++y)
        other.insert(textY(y));
    result.differ = static_cast<std::size_t>(
        std::ranges::count_if(changed, [&](const std::string &mine) { return other.contains(mine); }));
    return result;
}

std::string doubt(const Differences &found, const std::string &what)
{
    return std::to_string(found.differ) + " of " + std::to_string(found.pairs) + " pairs have different " + what +
           ", although these occur in both files; the pairing may be wrong.";
}

} // namespace

void notePairsThatDiffer(const SpacePair &pair, std::vector<std::string> &notes)
{
    const ItemTable &x = *pair.x->items, &y = *pair.y->items;
    const bool rows = pair.rule == PairingRule::byRow;
    for (const ItemColumn &column : x.columns) {
        const bool names = column.kind == ColumnKind::text || column.kind == ColumnKind::date;
        const auto other = std::ranges::find(y.columns, column.name, &ItemColumn::name);
        if (other == y.columns.end() || !(names || (rows && column.kind == ColumnKind::category)))
            continue;
        const Differences found = differences(
            pair, [&](ItemIndex item) { return column.text(item); }, [&](ItemIndex item) { return other->text(item); });
        if (!found.areMost())
            continue;
        const std::string name = "“" + column.name + "”";
        notes.push_back(doubt(found, "values in " + name) +
                        (names ? " If " + name + " names the items, choose it as their ids in both files." : ""));
    }
    if (!rows || !x.hasLabels() || !y.hasLabels())
        return;
    const Differences found = differences(
        pair, [&](ItemIndex item) { return x.labelName(item); }, [&](ItemIndex item) { return y.labelName(item); });
    if (found.areMost())
        notes.push_back(doubt(found, "labels") + " Rows are paired only if both files are in the same order.");
}

} // namespace anchorscope::io
