// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Gives columns the roles of a choice such as "id=word,label=pos,vector=e0:e299,ignore=#7": names of the header or
/// numbers (#1 is the first; a plain number where no column has it as its name), ranges with a colon, names with
/// commas, colons or equals signs in double quotes. A role may occur several times. A new id, label or vector takes the
/// role from the columns that were guessed to have it; they become other. Error "wrong-usage" quotes what is wrong.
Status applyColumnChoice(std::string_view choice, std::vector<Part> &columns);

/// The choice that gives exactly these roles.
std::string columnChoice(const std::vector<Part> &columns);

} // namespace anchorscope::io
