// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace anchorscope {

/// A shared column, used as a hint which items can be partners (core/definitions.md, 5h; ours).
struct HintColumn
{
    std::string name;     ///< name of the column: “genre”, or “genre=class” if Y calls it otherwise
    bool ordered = false; ///< true for numbers and dates, which are compared by rank
    /// For each item: the number of its value, the same in both spaces, or its rank from 0 to 1; NaN: no value.
    std::vector<float> ofX, ofY;
    float scale = 0.1f;   ///< scale τ of the agreement of ranks
    float neutral = 0.5f; ///< agreement of items without a value: the mean over all pairs

    /// Agreement of two items by this hint, from 0 to 1: equality of two values; for two ranks exp(−(a − b)²/2τ²).
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

/// All hints of a pair of spaces. Agreements of several hints are multiplied.
struct Hints
{
    std::vector<HintColumn> columns;

    bool empty() const { return columns.empty(); }
    float agreement(ItemIndex x, ItemIndex y) const { return agreement(&HintColumn::ofX, x, y); }
    /// Agreement of two items of Y.
    float agreementInY(ItemIndex a, ItemIndex b) const { return agreement(&HintColumn::ofY, a, b); }
    /// A copy with the hints of the given items only, in this order.
    Hints among(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY) const;
    /// A copy after Y was reordered: place j is taken by item order[j].
    Hints withYReordered(const std::vector<ItemIndex> &order) const;
    /// A copy with X and Y exchanged.
    Hints swapped() const;
    /// A copy whose ordered columns have a τ that fits the known pairs: 1.48 times their median distance, from 0.02 to
    /// 0.3.
    Hints scaledBy(const std::vector<ItemIndex> &pairsOfX, const std::vector<ItemIndex> &pairsOfY) const;
    /// Group of each item if all columns have unordered values: the same number for the same values; −1: a value is
    /// missing. Empty if a column is ordered.
    struct Groups
    {
        std::vector<std::int32_t> ofX, ofY;
        std::int32_t count = 0;
        bool empty() const { return count == 0; }
    };
    Groups groups() const;

private:
    /// Agreement of an item of one side and an item of Y.
    float agreement(std::vector<float> HintColumn::*side, ItemIndex item, ItemIndex ofY) const
    {
        float product = 1;
        for (const HintColumn &column : columns)
            product *= column.agreement((column.*side)[static_cast<std::size_t>(item)],
                                        column.ofY[static_cast<std::size_t>(ofY)]);
        return product;
    }
};

/// A hint read from two tables of items, with notes for the user.
struct ReadHint
{
    HintColumn column;
    std::vector<std::string> notes; ///< sentences for the user, e.g. about values of one side only, or spellings that
                                    ///< were taken to be equal
};

/// Reads the column `name` of both tables (ignoring case), or `nameOfX=nameOfY`. Values are compared ignoring case,
/// surrounding spaces and the notation of numbers. Errors "wrong-usage" if a table lacks the column, or if the two have
/// no common value.
Result<ReadHint> readHint(const ItemTable &x, const ItemTable &y, const std::string &name);

/// Reads several columns, separated by commas, and appends notes for the user to `notes`.
Result<std::shared_ptr<const Hints>> readHints(const ItemTable &x, const ItemTable &y, const std::string &names,
                                               std::vector<std::string> &notes);

} // namespace anchorscope
