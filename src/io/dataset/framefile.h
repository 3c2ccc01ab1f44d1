// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"
#include "core/runcontext.h"

namespace anchorscope::io {

/// Reads coordinates in a plane (a frame), named after the file, from a file that openFile() supports. Coordinates are
/// assigned by id; by row, if the file or the items have no ids and the counts agree. Items missing in the file get
/// NaN, with a warning. Errors: those of openFile(), "bad-dataset" without a space of two dimensions,
/// "different-counts", "no-matching-ids".
Result<ItemCoordinates> readFrame(const std::string &path, const ItemTable &items, std::vector<std::string> &warnings,
                                  const RunContext &context = {});

/// Adds a frame to a dataset, or replaces the frame of the same name.
void addFrame(Dataset &dataset, ItemCoordinates frame);

} // namespace anchorscope::io
