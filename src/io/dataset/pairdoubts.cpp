// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/dataset/pairdoubts.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace anchorscope::io {

namespace {

/// Maximum number of compared pairs; an evenly spaced sample of more pairs is used, because a million would take
/// seconds.
constexpr std::size_t maxCompared = 10'000;

/// Counts of pairs: those with values on both sides, and those whose value of X differs but occurs elsewhere in Y.
struct Differences
{
    std::size_t pairs = 0, differ = 0;
    bool sampled = false;
    bool areMost() const { return differ * 2 > pairs; }
};

Differences differences(const SpacePair &pair, const std::function<std::string(ItemIndex)> &textX,
                        const std::function<std::string(ItemIndex)> &textY)
{
    Differences result;
    const std::vector<ItemIndex> paired = pair.pairing.pairedItemsOfX();
    const std::size_t step = (paired.size() + maxCompared - 1) / maxCompared;
    result.sampled = step > 1;
    std::unordered_map<std::string, std::size_t> changed; // numbers of pairs by their value of X
    std::size_t unlike = 0;
    for (std::size_t i = 0; i < paired.size(); i += step) {
        const std::string mine = textX(paired[i]);
        const std::string partner = textY(pair.pairing.partnerOfX(paired[i]));
        if (mine.empty() || partner.empty())
            continue;
        ++result.pairs;
        if (mine == partner)
            continue;
        ++changed[mine];
        ++unlike;
    }
    if (unlike * 2 <= result.pairs)
        return result;
    for (ItemIndex y = 0; y < pair.y->size() && !changed.empty(); ++y) {
        if (const auto found = changed.extract(textY(y)))
            result.differ += found.mapped();
    }
    return result;
}

std::string doubt(const Differences &found, const std::string &what)
{
    return std::to_string(found.differ) + " of " + std::to_string(found.pairs) + (found.sampled ? " sampled" : "") +
           " pairs have different " + what + ", although these occur in both files; the pairing may be wrong.";
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
