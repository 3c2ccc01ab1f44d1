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

/// Selects a random sample of fixed size from rows that arrive one by one. Selects the rows with the smallest hashes of
/// (seed, key), so that each set of rows is equally likely; only these must be stored. The key of a row is its id, so
/// that files with the same ids give the same sample; without ids, its row number. The caller must omit a row whose key
/// equals that of a stored row. A row that was replaced is never selected again.
class RowSample
{
public:
    RowSample(Index sampleSize, std::uint64_t seed) : m_sampleSize(sampleSize), m_seed(seed) {}

    /// Returns the slot in which the caller must store the row, even if the slot is in use; nullopt: no slot.
    std::optional<Index> offer(std::string_view id);
    std::optional<Index> offer(Index row) { return place(hashOf(std::to_string(row))); }

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
    std::vector<Held> m_held; ///< hashes and slots of the selected rows, a heap with the largest hash first
};

/// Selects a random sample of `sampleSize` out of `count` rows by their ids (or, if `ids` is empty, by row number).
/// Returns the selected row numbers in ascending order.
std::vector<Index> sampleRows(Index count, const std::vector<std::string> &ids, Index sampleSize, std::uint64_t seed);

/// Reduces a list to the elements at the indices `rows` (ascending), in place. An empty list remains empty.
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
/// Marks an opened file as a sample, drawn as in `drawn` from `count` rows, and adds a sentence for the user.
void noteSample(OpenedFile &opened, Index count, const DrawnRows &drawn);

} // namespace anchorscope::io
