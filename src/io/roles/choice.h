// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Assigns the roles of a choice such as "id=word,label=pos,vector=e0:e299,ignore=#7" to columns. Columns are header
/// names or numbers (#1 is the first; a plain number if no column has it as its name), ranges with a colon, or names in
/// double quotes, which may contain commas, colons and equals signs. A role may occur several times. Columns that were
/// inferred as id, label or vector lose this role to the chosen ones and become other. Error "wrong-usage" quotes the
/// invalid part.
Status applyColumnChoice(std::string_view choice, std::vector<Part> &columns);

/// Writes the choice that assigns exactly the current roles.
std::string columnChoice(const std::vector<Part> &columns);

} // namespace anchorscope::io
