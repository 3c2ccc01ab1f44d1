// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

namespace anchorscope {

/// Title of coordinates without the space that they were computed from: “umap” for “umap_fasttext”, “fasttext umap” or
/// “umap”, so that coordinates of several spaces are one choice.
std::string coordinatesTitle(const ItemCoordinates &coordinates);

/// Titles of the coordinates that the items have for one of these spaces, or for no space in particular; each once.
std::vector<std::string> coordinatesTitles(const EmbeddingSet &x, const EmbeddingSet &y);

/// Finds the coordinates with this title for this space, otherwise for no space in particular; null if not found.
const ItemCoordinates *findCoordinates(const EmbeddingSet &space, const std::string &title);

} // namespace anchorscope
