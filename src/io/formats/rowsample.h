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

/// Draws `wanted` of the rows that pass by, each set of rows equally likely, in memory for those only: it keeps the
/// rows of smallest hash of (seed, key). The key is the row's id, so that two files that share ids give samples that
/// share them too, or the number of a row without id. Keys must differ: the caller leaves out those that are held
/// already (one that had to give way never comes back).
class RowSample
{
public:
    RowSample(Index wanted, std::uint64_t seed) : m_wanted(wanted), m_seed(seed) {}

    /// The slot (below `wanted`) that this row is to be stored in, a fresh one or that of a row that gives way to it;
    /// none if it is not drawn.
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

    Index m_wanted;
    std::uint64_t m_seed;
    std::vector<Held> m_held; ///< a heap, the one of largest hash first
};

/// Rows of a sample of `wanted` among `count` rows with these ids (or none), ascending.
std::vector<Index> sampleRows(Index count, const std::vector<std::string> &ids, Index wanted, std::uint64_t seed);

/// Keeps these rows of a list, ascending, in place. An empty list stays empty.
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
/// Notes in a file, and in a sentence for the user, that `count` rows of `drawn` were kept.
void noteSample(OpenedFile &opened, Index count, const DrawnRows &drawn);

} // namespace anchorscope::io
