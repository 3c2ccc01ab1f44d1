// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "io/roles/part.h"

namespace anchorscope::io {

/// Gives every part its role, with the evidence for it (io/README.md, “Roles”): names first, then values.
/// Parts whose role was chosen keep it. `besideVectors`: the vectors are elsewhere, so that no part is one.
/// An error, and roles as far as they are known, where a part holds vectors that cannot be read, or where nothing but
/// counts, indices, scores and the like could be a vector: other numbers never take their place.
std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors = false);

/// Whether the first row holds the names of the columns.
bool hasHeaderRow(const TextRows &rows);

/// More rows than a few would be left out because their ids occur before: such ids are none.
bool areTooManyRepeats(std::size_t repeats, std::size_t rows);

/// A spread that is so many times the median of the columns decides most distances.
inline constexpr double farBeyond = 20;
/// The upper one of two in the middle; 0 of none.
double medianOf(std::vector<double> values);

} // namespace anchorscope::io
