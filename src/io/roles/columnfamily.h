// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Column name without the number at its end: “e” of “e12”, “dim_” of “dim_3”, “v[” of “v[7]”, “” of “5”; nullopt
/// without a number.
std::optional<std::string> stemOf(std::string_view name);

/// Columns of numbers whose names differ in a running number, and which are therefore dimensions of one vector.
struct ColumnFamily
{
    /// Stem that at least half of all columns of numbers have in common, or half of at least two columns named as
    /// embeddings; otherwise nullopt.
    std::optional<std::string> stem = {};
    /// Error that two families are equally likely to be the vector, such as “text_0” … and as many of “image_0” ….
    std::optional<Error> rivals = {};
};

ColumnFamily columnFamily(const std::vector<Part> &parts);

} // namespace anchorscope::io
