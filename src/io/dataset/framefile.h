// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

namespace anchorscope::io {

/// Reads coordinates in a plane from a separate file, after which the frame is named: x and y of each item, by id, or
/// by row if either side has no ids and the counts agree. Any format that openFile() reads is accepted. Items missing
/// in the file get NaN, and a warning counts them. Errors: those of openFile(), "bad-dataset" if it has no space of two
/// dimensions, "different-counts", "no-matching-ids".
Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context = {});

/// Adds a frame to a dataset; it replaces one of the same name.
void addFrame(Dataset &dataset, ItemCoordinates frame);

} // namespace anchorscope::io
