// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

namespace anchorscope::io {

/// Reads coordinates of the items in a plane (a frame) from a file of any format that openFile() supports, and names
/// the frame after the file. Coordinates are assigned to items by id; or by row, if the file or the items have no ids
/// and their counts agree. Items missing in the file get NaN, and a warning counts them. Errors: those of openFile(),
/// "bad-dataset" if the file has no space of two dimensions, "different-counts", "no-matching-ids".
Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context = {});

/// Adds a frame (coordinates in a plane) to a dataset, or replaces the frame of the same name.
void addFrame(Dataset &dataset, ItemCoordinates frame);

} // namespace anchorscope::io
