// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

namespace anchorscope::io {

/// Coordinates in a plane from a file of its own, named like it: x and y of each item, by id, or by row if either side
/// has no ids and the counts agree. Any format that openFile() reads. Items that are not in the file get NaN, and a
/// warning counts them. Errors: those of openFile(), "bad-dataset" if it holds no space of two dimensions,
/// "different-counts", "no-matching-ids".
Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context = {});

/// The same dataset with another frame, which replaces one of the same name.
void addFrame(Dataset &dataset, ItemCoordinates frame);

} // namespace anchorscope::io
