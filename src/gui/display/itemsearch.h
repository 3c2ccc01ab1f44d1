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
/// Items whose name is the text come first, the others by row. Error "bad-expression" with the position of the mistake.
Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options);

/// Compares a name with typed text, ignoring case: 0 if they are equal, 1 if the name begins with the text, 2 if a word
/// of it does, 3 if it contains the text; otherwise nullopt.
std::optional<int> matchRank(const QString &name, const QString &typed);

/// Items found for typed text. `best`: items whose name contains it, sorted by matchRank(), length of the name, and
/// row; then items whose label contains it. `all`: items whose name contains it, ascending.
struct FoundItems
{
    std::vector<ItemIndex> best, all;
};
/// Finds the items for typed text. `best` is limited to `most` items; `all` is complete. Error "cancelled".
Result<FoundItems> rankedItems(const ItemTable &items, const QString &typed, std::size_t most,
                               const RunContext &context = {});

} // namespace anchorscope::gui
