// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"

namespace anchorscope {

/// Title of precomputed coordinates: their name without the name of their space, such as “umap” for “umap_fasttext”,
/// “fasttext umap” or “umap”. A title selects the coordinates of several spaces together.
std::string coordinatesTitle(const ItemCoordinates &coordinates);

/// Distinct titles of coordinates that belong to one of the two spaces, or to no particular space.
std::vector<std::string> coordinatesTitles(const EmbeddingSet &x, const EmbeddingSet &y);

/// Finds coordinates by title: those of the given space, otherwise those of no particular space; null if not found.
const ItemCoordinates *findCoordinates(const EmbeddingSet &space, const std::string &title);

} // namespace anchorscope
