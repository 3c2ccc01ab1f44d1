// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"
#include "core/projection/relative.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Group of items of Y, such as those with the same label, and the wrongly matched items in it.
struct MistakeGroup
{
    /// Name of the group: its value; for numbers the minimum and maximum; for a region its most central wrong items.
    std::string name;
    std::vector<ItemIndex> items; ///< items of Y in the group that were evaluated, ascending
    std::vector<ItemIndex> wrong; ///< items of Y in the group that were matched wrongly, ascending

    double share() const
    {
        return items.empty() ? 0 : static_cast<double>(wrong.size()) / static_cast<double>(items.size());
    }
};

/// Groups of items of Y by one column: one for each value, or for each fifth of numbers and dates.
struct MistakesByColumn
{
    std::string column; ///< name of the column; empty for the label
    std::vector<MistakeGroup> groups;
};

/// An item of Y that was matched to an item of X other than its partner.
struct Mistake
{
    ItemIndex y = noItem, found = noItem;
    /// Partner of y; noItem if unknown.
    ItemIndex partner = noItem;
    /// Similarity of y to its wrong match minus similarity of y to its partner. Without ground truth: similarity of the
    /// match to the nearer item of Y that has the same match, minus similarity of the match to y.
    float surplus = 0;
};

struct Mistakes
{
    /// True: a match is wrong if it is not the partner. False: a match is wrong if another item of Y has the same match
    /// and is nearer to it.
    bool byTruth = false;
    /// Evaluated items of Y, ascending.
    std::vector<ItemIndex> judged;
    /// Wrongly matched items, the greatest Mistake::surplus first.
    std::vector<Mistake> wrong;
    /// Groups by label; empty if the items have no labels.
    MistakesByColumn label;
    /// Groups by each column and by row number; columns whose groups differ most come first.
    std::vector<MistakesByColumn> columns;
    /// Regions of Y with clearly more mistakes than elsewhere, the greatest share of mistakes first.
    std::vector<MistakeGroup> regions;

    double share() const
    {
        return judged.empty() ? 0 : static_cast<double>(wrong.size()) / static_cast<double>(judged.size());
    }
};

/// Name of the additional column of row numbers, counted from 0.
inline constexpr auto rowColumn = "row";

struct MatchedItems
{
    const AnchoredPair &pair;
    const std::vector<ItemIndex> &xOfY; ///< match of each item of Y, as in OptimizeSummary::correspondence
    const std::vector<float> &scores;   ///< scores of the matches, as in OptimizeSummary::correspondenceScore
    const Correspondence &truth;        ///< ground truth; empty if not available
    const ItemTable &itemsOfY;
};

/// Finds the items of Y whose given match is wrong (Mistakes::byTruth), without the seeds. Regions are surroundings of
/// wrong items with more mistakes than elsewhere (scan statistic, Kulldorff 1997), in the coordinates in which the run
/// aligned the spaces: canonical coordinates, otherwise relative vectors. Error "cancelled".
Result<Mistakes> findMistakes(const MatchedItems &matched, const RunContext &context = {});

} // namespace anchorscope
