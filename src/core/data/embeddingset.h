// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/itemcolumn.h"
#include "core/data/storedrows.h"
#include "core/distributedrows.h"
#include "core/matrix.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace anchorscope {

inline constexpr std::int32_t unlabelled = -1;

/// Small images of items, one after the other: count × height × width × channels bytes, channels 1 (grey) or 3 (RGB).
struct Thumbnails
{
    Index height = 0;
    Index width = 0;
    Index channels = 1;
    std::vector<std::uint8_t> pixels;

    bool empty() const { return pixels.empty(); }
    Index bytesPerItem() const { return height * width * channels; }
    const std::uint8_t *of(ItemIndex item) const { return pixels.data() + item * bytesPerItem(); }
};

/// User's split of the items: `anchor` is drawn as an anchor and not used otherwise (RR 5: out-of-domain anchors),
/// `none` is used neither for training nor for testing.
enum class ItemPart : std::uint8_t { none, train, test, anchor };

/// Coordinates of the items in a plane, computed elsewhere, such as UMAP, t-SNE or a geographic map.
struct ItemCoordinates
{
    std::string name;
    std::string space; ///< space that they were computed from; empty: none, or all
    Matrix points;     ///< coordinates, n × 2; NaN for items without a position
};

/// Description of a random sample of a file's rows.
struct DrawnRows
{
    Index from = 0; ///< number of rows of the file; 0: not a sample
    std::uint64_t seed = 0;
    bool operator==(const DrawnRows &) const = default;
};

/// Data of items in addition to their vectors. Every non-empty member has one entry per item.
struct ItemTable
{
    Index count = 0;
    std::vector<std::string> ids;     ///< ids of the items, UTF-8 (or raw bytes of the source), unique; empty: items
                                      ///< are identified by row
    std::vector<std::int32_t> labels; ///< label of each item: index into labelNames, or `unlabelled`; empty: no labels
    std::vector<std::string> labelNames;
    Thumbnails thumbnails = {};
    std::vector<ItemPart> parts = {};         ///< part of each item in a user's split (anchor, train, test, none);
                                              ///< empty: no split
    std::vector<ItemColumn> columns = {};     ///< further columns of the file, with different names
    std::vector<ItemCoordinates> frames = {}; ///< precomputed coordinates, with different names
    bool rowsLeftOut = false; ///< true if invalid rows were left out, so that row numbers differ from those of the file
    DrawnRows drawn = {};

    bool hasIds() const { return !ids.empty(); }
    bool hasLabels() const { return !labels.empty(); }
    /// Id of an item, or "row N" (counted from 0) without ids.
    std::string name(ItemIndex item) const;
    /// Name of the item's label, or an empty string.
    std::string labelName(ItemIndex item) const;
};

/// A table of the given rows only, in this order.
std::shared_ptr<const ItemTable> someItems(const ItemTable &items, const std::vector<Index> &rows);

/// One embedding space: n × d vectors of the items of a table that several spaces may share.
struct EmbeddingSet
{
    std::string name;       ///< name in the file, e.g. "fasttext"
    std::string model;      ///< model that produced it, free text, may be empty
    std::string storedType; ///< number type in the file: "float16", "float32", "int8", …
    Matrix vectors;
    std::shared_ptr<const ItemTable> items;
    /// Rows of a distributed space, instead of `vectors`: each rank has read its share.
    std::optional<DistributedRows> distributed = {};
    /// Vectors in their file's type, instead of `vectors`.
    std::optional<StoredRows> stored = {};

    Index size() const { return distributed ? distributed->items : stored ? stored->items() : vectors.rows(); }
    Index dimension() const
    {
        return distributed ? distributed->own.cols() : stored ? stored->dimension() : vectors.cols();
    }
};

/// Spaces of one file, over the same items.
struct Dataset
{
    std::string path;
    std::string title, license, source;
    std::shared_ptr<const ItemTable> items;
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    std::uint64_t bytes = 0;  ///< size of the file when it was read, if requested (OpenOptions::identify)
    std::string hash = {};    ///< hash of the file's bytes
    std::string columns = {}; ///< for a table: the chosen or guessed roles, in the notation of OpenOptions::columns

    /// The space with this name, or null.
    std::shared_ptr<const EmbeddingSet> space(const std::string &name) const;
};

/// The first `count` items of a set (or all, if fewer), with a table of their own.
std::shared_ptr<const EmbeddingSet> firstItems(const std::shared_ptr<const EmbeddingSet> &set, Index count);

/// Spaces over the same items, row by row, without the items that are zero in one of them.
struct DirectedSpaces
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    Index excluded = 0; ///< number of excluded items; if 0, the spaces are those that were given
};
DirectedSpaces withDirections(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces);

/// Facts about the numbers of a set that a user should see before relying on it.
struct SpaceFacts
{
    std::vector<ItemIndex> zeroRows;      ///< rows whose entries are all exactly 0
    std::vector<ItemIndex> nonFiniteRows; ///< rows with an entry that is NaN or ±Inf
    double normMean = 0;                  ///< mean L2 norm over the finite rows
    bool allRowsEqual = false;
};
SpaceFacts inspect(const Matrix &vectors);
/// Facts about all rows of a set. If it is distributed over ranks, each rank gets them.
SpaceFacts inspect(const EmbeddingSet &set);

} // namespace anchorscope
