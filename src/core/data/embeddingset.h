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

/// Small images of items in one array: count × height × width × channels bytes; channels is 1 (grey) or 3 (RGB).
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

/// Role of an item in the user's split. `anchor`: used as anchor only (paper RR, 5: out-of-domain anchors); `none`:
/// used neither for training nor for testing.
enum class ItemPart : std::uint8_t { none, train, test, anchor };

/// Two-dimensional coordinates of items from another program, such as UMAP, t-SNE or a geographic map.
struct ItemCoordinates
{
    std::string name;
    /// Name of the space that the coordinates were computed from; empty if they belong to no space or to all.
    std::string space;
    Matrix points; ///< coordinates, n × 2; NaN for items without a position
};

/// Origin of items that are a random sample of a file's rows.
struct DrawnRows
{
    Index from = 0; ///< number of rows of the file; 0 if the items are not a sample
    std::uint64_t seed = 0;
    bool operator==(const DrawnRows &) const = default;
};

/// Data of items in addition to their vectors. Every non-empty list has one entry per item.
struct ItemTable
{
    Index count = 0;
    /// Unique ids of the items, UTF-8 (or the original bytes); empty: items are identified by row number.
    std::vector<std::string> ids;
    std::vector<std::int32_t> labels; ///< label of each item: index into labelNames, or `unlabelled`; empty: no labels
    std::vector<std::string> labelNames;
    Thumbnails thumbnails = {};
    std::vector<ItemPart> parts = {};
    std::vector<ItemColumn> columns = {};     ///< columns other than ids, labels and vectors; no two have the same name
    std::vector<ItemCoordinates> frames = {}; ///< precomputed coordinates; no two have the same name
    bool rowsLeftOut = false; ///< true if invalid rows were left out, so that row numbers differ from the file's
    DrawnRows drawn = {};

    bool hasIds() const { return !ids.empty(); }
    bool hasLabels() const { return !labels.empty(); }
    /// Id of an item; without ids "row N", counted from 0.
    std::string name(ItemIndex item) const;
    /// Label of an item, or an empty string if the item has none.
    std::string labelName(ItemIndex item) const;
};

/// Table that contains only the given rows, in the given order.
std::shared_ptr<const ItemTable> someItems(const ItemTable &items, const std::vector<Index> &rows);

/// Embedding space: the vectors of n items in d dimensions. Several spaces can share the table of items.
struct EmbeddingSet
{
    std::string name;       ///< name of the space in the file, e.g. "fasttext"
    std::string model;      ///< name of the model that produced the vectors: free text, may be empty
    std::string storedType; ///< type of the numbers in the file: "float16", "float32", "int8", …
    Matrix vectors;
    std::shared_ptr<const ItemTable> items;
    /// Vectors of a space distributed over MPI ranks, each of which has read some rows. If set, `vectors` is empty.
    std::optional<DistributedRows> distributed = {};
    /// Vectors kept in the number type of the file. If set, `vectors` is empty.
    std::optional<StoredRows> stored = {};

    Index size() const { return distributed ? distributed->items : stored ? stored->items() : vectors.rows(); }
    Index dimension() const
    {
        return distributed ? distributed->own.cols() : stored ? stored->dimension() : vectors.cols();
    }
};

/// Content of one file: several spaces of the same items.
struct Dataset
{
    std::string path;
    std::string title, license, source;
    std::shared_ptr<const ItemTable> items;
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    /// Size of the file in bytes when it was read, if requested (OpenOptions::identify).
    std::uint64_t bytes = 0;
    /// Hash of the bytes of the file, if requested; otherwise empty.
    std::string hash = {};
    /// Roles of the columns of a table, chosen or guessed, as in OpenOptions::columns; empty for other files.
    std::string columns = {};

    /// Finds a space by name; null if not found.
    std::shared_ptr<const EmbeddingSet> space(const std::string &name) const;
};

/// Returns a space with the first `count` items of `set`, or `set` itself if it has at most `count` items.
std::shared_ptr<const EmbeddingSet> firstItems(const std::shared_ptr<const EmbeddingSet> &set, Index count);

/// Spaces with the same items in the same rows, without the items whose vector is zero in one of the spaces.
struct DirectedSpaces
{
    std::vector<std::shared_ptr<const EmbeddingSet>> spaces;
    Index excluded = 0; ///< number of excluded items; if it is 0, `spaces` contains the original spaces
};
DirectedSpaces withDirections(const std::vector<std::shared_ptr<const EmbeddingSet>> &spaces);

/// Properties of vectors that a user should see before relying on a space.
struct SpaceFacts
{
    std::vector<ItemIndex> zeroRows;
    std::vector<ItemIndex> nonFiniteRows; ///< items whose vector contains NaN or ±Inf
    double normMean = 0;                  ///< mean L2 norm of the finite vectors
    bool allRowsEqual = false;
};
SpaceFacts inspect(const Matrix &vectors);
/// Properties of all vectors. If the space is distributed over MPI ranks, every rank gets them.
SpaceFacts inspect(const EmbeddingSet &set);

} // namespace anchorscope
