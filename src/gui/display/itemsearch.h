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

/// Finds rows whose name (or label) contains `text` or matches the expression, ignoring case. Exact names come first,
/// then the others in the order of rows. Error "bad-expression" with the position of the mistake.
Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options);

/// Rank of an item's name as a match of the text that the user typed, ignoring case: 0 equal, 1 begins with it, 2 a
/// word begins with it, 3 contains it; nullopt if it does not match.
std::optional<int> matchRank(const QString &name, const QString &typed);

/// Items whose names contain the typed text or, ranked lower, labels. `best`: ordered by matchRank(), then length of
/// the name, then row; `all`: ascending rows.
struct FoundItems
{
    std::vector<ItemIndex> best, all;
};
/// Finds items by typed text; `best` has at most `most` of them. Error "cancelled".
Result<FoundItems> rankedItems(const ItemTable &items, const QString &typed, std::size_t most,
                               const RunContext &context = {});

} // namespace anchorscope::gui
