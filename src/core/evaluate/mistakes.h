// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/columngroups.h"
#include "core/projection/relative.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace anchorscope {

/// A group of items of Y and the wrong ones among them.
struct MistakeGroup
{
    std::string name; ///< name of the group: a value; for numbers the minimum and maximum; for a region its most
                      ///< central wrong items
    std::vector<ItemIndex> items; ///< evaluated items of Y, ascending
    std::vector<ItemIndex> wrong; ///< wrongly matched items among them, ascending

    double share() const
    {
        return items.empty() ? 0 : static_cast<double>(wrong.size()) / static_cast<double>(items.size());
    }
};

/// Groups formed by the values of a column: one for each value, or fifths of numbers and dates.
struct MistakesByColumn
{
    std::string column; ///< name of the column; empty for the label
    std::vector<MistakeGroup> groups;
};

/// An item of Y that was matched to an item of X other than its partner.
struct Mistake
{
    ItemIndex y = noItem, found = noItem;
    ItemIndex partner = noItem; ///< true partner; noItem if unknown
    float surplus = 0; ///< surplus of the wrong match: its cosine minus that with the partner, or with the item of
                       ///< stronger claim
};

/// Items of Y that a run matched wrongly, and what they have in common.
struct Mistakes
{
    bool byTruth = false;          ///< true: wrong means that the match is not the partner; false: that another item of
                                   ///< Y with the same match is nearer to it
    std::vector<ItemIndex> judged; ///< evaluated items of Y, ascending
    std::vector<Mistake> wrong;    ///< mistakes, the greatest surplus first
    MistakesByColumn label;        ///< mistakes by label; without groups if the items have no labels
    std::vector<MistakesByColumn> columns; ///< groups by each column, the columns whose groups differ most first; the
                                           ///< row number is one of them
    std::vector<MistakeGroup> regions; ///< regions with clearly more mistakes than elsewhere, the greatest share first

    double share() const
    {
        return judged.empty() ? 0 : static_cast<double>(wrong.size()) / static_cast<double>(judged.size());
    }
};

/// Name of the column of row numbers, counted from 1.
inline constexpr auto rowColumn = "row";

/// The part of a run's result from which mistakes are determined.
struct MatchedItems
{
    const AnchoredPair &pair;
    const std::vector<ItemIndex> &xOfY; ///< match of each item of Y, as in OptimizeSummary::correspondence
    const std::vector<float> &scores;   ///< scores of the matches, as in OptimizeSummary::correspondenceScore
    const Correspondence &truth;        ///< ground truth; empty if unknown
    const ItemTable &itemsOfY;
};

/// Checks each item of Y except the seeds: against its known partner, otherwise whether another item of Y with the same
/// match is nearer to this match. No search is repeated. Regions surround wrong items of Y in the coordinates that the
/// run aligned, canonical ones, otherwise relative vectors, and are found by a scan statistic (Kulldorff 1997). Error
/// "cancelled".
Result<Mistakes> findMistakes(const MatchedItems &matched, const RunContext &context = {});

} // namespace anchorscope
