// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <QString>

#include <optional>

namespace anchorscope::gui {

struct SearchOptions
{
    bool regularExpression = false;
    bool labelsToo = false;
};

/// Rows whose name (or label) contains the text or matches the expression, regardless of case; exact names first, then
/// in the order of rows. Error "bad-expression" says where an expression is wrong.
Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options);

/// How well a name answers what was typed, regardless of case: 0 it is the same, 1 it begins with it, 2 one of its
/// words does, 3 it contains it; nothing where it does not.
std::optional<int> matchRank(const QString &name, const QString &typed);

/// Items by what was typed. The best by matchRank(), shorter names first, then in the order of rows; all: ascending.
/// Labels count, after names.
struct FoundItems
{
    std::vector<ItemIndex> best, all;
};
/// Error "cancelled".
Result<FoundItems> rankedItems(const ItemTable &items, const QString &typed, std::size_t most,
                               const RunContext &context = {});

} // namespace anchorscope::gui
