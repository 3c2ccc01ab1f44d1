// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope {

/// Hint: a column of both spaces whose values show which items can be partners (core/definitions.md, 5h; our method).
struct HintColumn
{
    /// Name of the column: “genre”, or “genre=class” if that of Y is “class”.
    std::string name;
    /// True for numbers and dates, which are compared by rank.
    bool ordered = false;
    /// Value of each item: index of a category, the same in both spaces, or rank between 0 and 1; NaN: no value.
    std::vector<float> ofX, ofY;
    float scale = 0.1f;   ///< scale τ in the agreement of ranks, see agreement()
    float neutral = 0.5f; ///< agreement if an item has no value: the mean over all pairs of items

    /// Agreement of two values: 1 for equal categories, 0 for different ones; exp(−(a − b)²/2τ²) for ranks; `neutral`
    /// if a value is missing.
    float agreement(float a, float b) const
    {
        if (std::isnan(a) || std::isnan(b))
            return neutral;
        if (!ordered)
            return a == b ? 1.0f : 0.0f;
        const float apart = (a - b) / scale;
        return std::exp(-0.5f * apart * apart);
    }
};

/// Hints of a pair of spaces. The agreement of two items is the product of the agreements of all hints.
struct Hints
{
    std::vector<HintColumn> columns;

    bool empty() const { return columns.empty(); }
    float agreement(ItemIndex x, ItemIndex y) const { return agreement(&HintColumn::ofX, x, y); }
    float agreementInY(ItemIndex a, ItemIndex b) const { return agreement(&HintColumn::ofY, a, b); }
    /// Copy of the hints with the values of the given items only, in the given order.
    Hints among(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY) const;
    /// Copy of the hints after the items of Y were reordered: new item j is old item order[j].
    Hints withYReordered(const std::vector<ItemIndex> &order) const;
    Hints swapped() const;
    /// Hints with τ of ordered columns fitted to known pairs: 1.48 × median distance of ranks, limited to 0.02 … 0.3.
    Hints scaledBy(const std::vector<ItemIndex> &pairsOfX, const std::vector<ItemIndex> &pairsOfY) const;
    /// Groups of items with equal values of all hints, numbered alike in X and Y; −1: a value is missing. Empty if a
    /// column is ordered.
    struct Groups
    {
        std::vector<std::int32_t> ofX, ofY;
        std::int32_t count = 0;
        bool empty() const { return count == 0; }
    };
    Groups groups() const;

private:
    float agreement(std::vector<float> HintColumn::*side, ItemIndex item, ItemIndex ofY) const
    {
        float product = 1;
        for (const HintColumn &column : columns)
            product *= column.agreement((column.*side)[static_cast<std::size_t>(item)],
                                        column.ofY[static_cast<std::size_t>(ofY)]);
        return product;
    }
};

struct ReadHint
{
    HintColumn column;
    /// Sentences for the user, e.g. about values that one side lacks, or spellings that count as equal.
    std::vector<std::string> notes;
};

/// Reads a column of both tables by name, ignoring case; “genre=class” if the names in X and Y differ. Values are
/// compared ignoring case, spaces at their ends and the notation of numbers. Error "wrong-usage" if a table lacks the
/// column or the tables have no common value.
Result<ReadHint> readHint(const ItemTable &x, const ItemTable &y, const std::string &name);

/// Reads several hints, given as names separated by commas, and appends notes for the user to `notes`.
Result<std::shared_ptr<const Hints>> readHints(const ItemTable &x, const ItemTable &y, const std::string &names,
                                               std::vector<std::string> &notes);

} // namespace anchorscope
