// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "io/roles/part.h"

namespace anchorscope::io {

/// Assigns a role to every part, with the evidence for it (io/roles/README.md): names first, then values. Parts whose
/// role the user chose keep it. `besideVectors`: the vectors are in another file, so that no part is one. Returns an
/// error, with the roles assigned so far, if a part holds vectors that cannot be read, or if only counts, indices,
/// scores and the like could be vectors: other numbers never replace unreadable vectors.
std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors = false);

/// True if the first row contains the names of the columns.
bool hasHeaderRow(const TextRows &rows);

/// True if more than a few rows would be omitted because their ids are repeated, so that the values are not ids.
bool areTooManyRepeats(std::size_t repeats, std::size_t rows);

/// Number of times the median spread of the columns from which on a column dominates the distances.
inline constexpr double farBeyond = 20;
/// Median of a list (the upper one for an even number); 0 for an empty list.
double medianOf(std::vector<double> values);

} // namespace anchorscope::io
