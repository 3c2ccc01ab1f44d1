// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Changes the roles of columns by a choice such as "id=word,label=pos,vector=e0:e299,ignore=#7". Columns are given by
/// name, by number (#1 is the first; 1 also works if no column is named 1), or as a range with a colon; between names
/// such as e0 and e29, these are the columns with numbers between, if they are in another order. Names in double quotes
/// may contain commas, colons and equals signs. A role may occur several times. If the choice names an id, a label or
/// vectors, columns that had this role by inference become other. Error "wrong-usage" quotes the invalid part.
Status applyColumnChoice(std::string_view choice, std::vector<Part> &columns);

/// Returns the text of the choice (see applyColumnChoice) that assigns exactly the current roles of the columns.
std::string columnChoice(const std::vector<Part> &columns);

} // namespace anchorscope::io
