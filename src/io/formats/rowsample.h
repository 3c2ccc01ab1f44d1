// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/matrix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace anchorscope::io {

/// Draws a fixed number of rows from a stream such that each set of rows is equally likely, and stores only these rows:
/// it selects the rows with the smallest hashes of (seed, key). The key is the row's id, so that files with the same
/// ids give the same sample, or the number of a row without id. Keys must be distinct: the caller omits rows whose keys
/// are stored already. (A replaced row is never selected again.)
class RowSample
{
public:
    RowSample(Index sampleSize, std::uint64_t seed) : m_sampleSize(sampleSize), m_seed(seed) {}

    /// Returns the slot in which to store this row, an empty one or that of a row which it replaces; nullopt if it is
    /// not drawn.
    std::optional<Index> offer(std::string_view id);
    std::optional<Index> offer(Index row);

private:
    struct Held
    {
        std::uint64_t hash;
        Index slot;
        bool operator<(const Held &other) const { return hash < other.hash; }
    };
    std::uint64_t hashOf(std::string_view key) const;
    std::optional<Index> place(std::uint64_t hash);

    Index m_sampleSize;
    std::uint64_t m_seed;
    std::vector<Held> m_held; ///< drawn rows as a heap, largest hash first
};

/// Draws a sample from `count` rows with these ids (or without ids), and returns its row numbers in ascending order.
std::vector<Index> sampleRows(Index count, const std::vector<std::string> &ids, Index sampleSize, std::uint64_t seed);

/// Keeps only the given rows of a list, in place; `rows` is ascending. An empty list remains empty.
template <class T> void keepRows(std::vector<T> &values, const std::vector<Index> &rows)
{
    if (values.empty())
        return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (static_cast<std::size_t>(rows[i]) != i)
            values[i] = std::move(values[static_cast<std::size_t>(rows[i])]);
    }
    values.resize(rows.size());
}

struct OpenedFile;
/// Records in a file, and in a sentence for the user, that `count` rows of `drawn` were sampled.
void noteSample(OpenedFile &opened, Index count, const DrawnRows &drawn);

} // namespace anchorscope::io
