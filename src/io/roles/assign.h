// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "io/roles/part.h"

namespace anchorscope::io {

/// Gives every part its role, with the evidence for it (io/README.md, “Roles”): names first, then values.
/// Parts whose role was chosen keep it. `besideVectors`: the vectors are elsewhere, so that no part is one.
/// An error, with the roles known so far, if a part holds vectors that cannot be read, or if only counts, indices,
/// scores and the like could be vectors: other numbers never take their place.
std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors = false);

/// Whether the first row holds the names of the columns.
bool hasHeaderRow(const TextRows &rows);

/// More than a few rows would be left out because their ids are repeated: such values are not ids.
bool areTooManyRepeats(std::size_t repeats, std::size_t rows);

/// A spread this many times the median of the columns dominates the distances.
inline constexpr double farBeyond = 20;
/// The upper median; 0 if there are no values.
double medianOf(std::vector<double> values);

} // namespace anchorscope::io
