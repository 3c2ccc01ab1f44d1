// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/spacepair.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// Adds a sentence for each column of both files, and for the labels, if most pairs seem to be of different items by
/// their values. Labels and classes may differ between spaces, and are compared only if rows were paired.
void notePairsThatDiffer(const SpacePair &pair, std::vector<std::string> &notes);

} // namespace anchorscope::io
