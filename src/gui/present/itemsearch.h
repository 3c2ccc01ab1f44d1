// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <QString>

namespace anchorscope::gui {

struct SearchOptions
{
    bool regularExpression = false;
    bool labelsToo = false;
};

/// Rows whose name (or label) contains the text or matches the expression, regardless of case; exact names first, then
/// in the order of rows. Error "bad-expression" says where an expression is wrong.
Result<std::vector<ItemIndex>> searchItems(const ItemTable &items, const QString &text, const SearchOptions &options);

} // namespace anchorscope::gui
