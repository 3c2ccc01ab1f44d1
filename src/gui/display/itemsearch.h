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

/// Finds the rows of items whose name (or label) contains `text` or matches it as a regular expression, ignoring case.
/// Items whose name equals the text come first, then the others by row. Error "bad-expression" with the position of the
/// mistake.
Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options);

/// Quality of a match between an item's name and the text that the user typed, ignoring case: 0 if they are equal, 1 if
/// the name begins with the text, 2 if a word in the name does, 3 if the name contains it; nullopt if it does not.
std::optional<int> matchRank(const QString &name, const QString &typed);

/// Items found for a typed text. `best`: items whose name or, after those, whose label contains the text, ordered by
/// matchRank(), then by the length of the name, then by row. `all`: all items whose name contains it, ascending.
struct FoundItems
{
    std::vector<ItemIndex> best, all;
};
/// Finds the items for a typed text; `best` contains at most `most` of them. Error "cancelled".
Result<FoundItems> rankedItems(const ItemTable &items, const QString &typed, std::size_t most,
                               const RunContext &context = {});

} // namespace anchorscope::gui
