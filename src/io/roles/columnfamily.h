// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Returns the stem of a column name, the name without the number at its end: “e” for “e12”, “dim_” for “dim_3”, “v[”
/// for “v[7]”, “” for “5”; nullopt for a name without a number.
std::optional<std::string> stemOf(std::string_view name);

/// Family of columns whose names differ only in a number, so that they are the dimensions of one vector.
struct ColumnFamily
{
    /// Stem of the family's names; nullopt without a family. A family is at least half of all columns of numbers, or at
    /// least two columns named like embeddings.
    std::optional<std::string> stem = {};
    /// Error if two families are equally likely to be the vector, such as “text_0”, … and as many columns “image_0”, ….
    std::optional<Error> rivals = {};
};

ColumnFamily columnFamily(const std::vector<Part> &parts);

} // namespace anchorscope::io
