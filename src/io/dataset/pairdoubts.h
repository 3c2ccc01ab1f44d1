// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "io/dataset/spacepair.h"

#include <string>
#include <vector>

namespace anchorscope::io {

/// Adds a sentence for each column of both files, and for the labels, by which most pairs are of different items.
/// Labels and classes may differ between spaces, and are compared only where rows were paired.
void notePairsThatDiffer(const SpacePair &pair, std::vector<std::string> &notes);

} // namespace anchorscope::io
