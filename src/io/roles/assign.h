// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/error.h"
#include "io/roles/part.h"

namespace anchorscope::io {

/// Assigns a role to every part of a file, with its evidence (io/roles/README.md): by names first, then by values.
/// Roles that the user chose are not changed. `besideVectors`: true if the vectors are in another file. Returns an
/// error, with the roles assigned so far, in two cases: a part contains vectors in a form that cannot be read, so that
/// other numbers must not be used instead; or all numbers are counts, indices, scores and the like.
std::optional<Error> assignRoles(std::vector<Part> &parts, bool besideVectors = false);

bool hasHeaderRow(const TextRows &rows);

/// True if the values of a part repeat too often for ids: more than a few rows have the same value as an earlier row.
bool areTooManyRepeats(std::size_t repeats, std::size_t rows);

/// Maximum ratio of a column's spread to the median spread of all number columns; a wider column dominates distances.
inline constexpr double farBeyond = 20;

} // namespace anchorscope::io
