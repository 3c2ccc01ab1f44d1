// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/distributedrows.h"
#include "core/matrix.h"
#include "core/projection/storedspace.h"
#include "core/runcontext.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace anchorscope {

/// Transforms of a space before its rows are scaled to unit length (core/definitions.md, 1).
enum class Centering {
    none,        ///< no centring (RR and AO as published)
    center,      ///< subtracts the space's own mean (IRP); the default
    standardize, ///< also divides by the population standard deviation of each dimension
};

struct CenteringChoice
{
    Centering value;
    const char *id;    ///< id of the transform on the command line and in files
    const char *label; ///< label of the transform on screen
};
std::span<const CenteringChoice> centeringChoices();
const char *centeringId(Centering centering);

/// A space prepared for similarities: unit rows, and the transform that produced them.
struct PreparedSpace
{
    Matrix rows;  ///< rows of unit length, n × d; zero rows stay zero
    Vector norms; ///< lengths of the n rows before scaling (0 for zero rows)
    Vector mean;  ///< mean that was subtracted, d numbers; zero for Centering::none
    Vector scale; ///< divisors of the d dimensions; ones unless standardized
    Centering centering = Centering::center;
    std::vector<ItemIndex> zeroRows; ///< rows without a direction, ascending; they are ignored everywhere
    /// Rows of a space that ranks hold together, instead of `rows`. Only the canonical path supports them.
    std::optional<DistributedRows> distributed = {};
    /// Rows of a large space in their file's type: rowsOf(space, items) prepares the requested ones.
    std::optional<StoredSpace> stored = {};

    Index size() const { return distributed ? distributed->items : stored ? stored->size() : rows.rows(); }
    Index dimension() const
    {
        return distributed ? distributed->own.cols() : stored ? stored->dimension() : rows.cols();
    }
};

/// Pre-processes n × d vectors, n ≥ 1, d ≥ 1, all finite; in place if the vectors are moved in. Means are accumulated
/// in float64, over the rows that are not zero. Incomplete if cancelled.
PreparedSpace prepare(Matrix vectors, Centering centering, const RunContext &context = {});
/// Like prepare(), with mean and deviation of other vectors of the space, k ≥ 1 rows (IRP: of its anchors).
PreparedSpace prepareBy(const Matrix &statistics, Matrix vectors, Centering centering, const RunContext &context = {});
/// Like prepare(Matrix), for vectors distributed over ranks (enoughToDistribute), in place.
PreparedSpace prepare(DistributedRows vectors, Centering centering, const RunContext &context = {});
/// Like prepare(Matrix), for vectors kept in their file's type; rows are prepared on access.
PreparedSpace prepare(StoredRows vectors, Centering centering, const RunContext &context = {});
PreparedSpace prepareBy(const Matrix &statistics, StoredRows vectors, Centering centering,
                        const RunContext &context = {});
/// Prepares other vectors with the mean and the deviations of a space. Incomplete if cancelled.
PreparedSpace preparedLike(const PreparedSpace &space, Matrix vectors, const RunContext &context = {});

/// Restores the vectors from which a space in memory was prepared, up to rounding; rows without a direction are zero.
/// Incomplete if cancelled.
Matrix asRead(const PreparedSpace &space, const RunContext &context = {});

} // namespace anchorscope
