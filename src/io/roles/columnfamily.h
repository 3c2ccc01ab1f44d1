// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "io/roles/part.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// “e” of “e12”, “dim_” of “dim_3”, “v[” of “v[7]”, “” of “5”; none without a number at the end.
std::optional<std::string> stemOf(std::string_view name);

/// The columns of numbers that share a name with a running number, and so are the dimensions of one vector.
struct ColumnFamily
{
    /// Stem of the names of at least half of all columns of numbers, or of those named as embeddings, if there are at
    /// least two; otherwise none.
    std::optional<std::string> stem = {};
    /// Two families, neither of which is certain to be the vector, such as “text_0” … beside as many of “image_0” …
    std::optional<Error> rivals = {};
};

ColumnFamily columnFamily(const std::vector<Part> &parts);

} // namespace anchorscope::io
