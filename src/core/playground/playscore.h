// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"
#include "core/projection/relative.h"

#include <optional>

namespace anchorscope {

// Scores of the playground, for a space that is transformed interactively (core/definitions.md, 12; ours).

/// Change of relative vectors, ‖now − before‖ / ‖before − mean row‖ (Frobenius norms): 0 if unchanged, 1 if they
/// changed as much as they differ from each other. Both n × k, n ≥ 1. 0 if nothing changed, even if all rows are equal.
double relativeChange(const Matrix &before, const Matrix &now);

/// Great-circle distance in km between two places on the Earth, from the cosine of their directions from its centre.
double greatCircleKm(double cosine);

/// Error of the search from X in Y, measured in X.
struct SearchError
{
    double meanAngle = 0;      ///< mean angle in X between an item and the partner of its match, in radians
    double pAt1 = 0;           ///< share of items whose match is their partner (P@1)
    Index queries = 0;         ///< number of queries: paired items that are not anchors
    double kilometres() const; ///< mean error on the Earth's surface in km, if X contains positions on it
};

/// Finds, for each paired item of X that is not an anchor, the most similar relative vector among the paired items of
/// Y, by cosine. Angles are between the prepared rows of X. Errors "too-few-pairs" without such items, "cancelled".
Result<SearchError> searchError(const AnchoredPair &pair, const Correspondence &truth, const RunContext &context = {});

/// Softmax classifier that is trained on the rows of X and then tested on those of Y.
class ClassProbe
{
public:
    /// Trains on n × d rows with a class for each; `unlabelled` rows are skipped. Uses at most 2 000 rows, evenly
    /// spread (5 000 words of 300 dimensions would take seconds). Nullopt with fewer than two classes, or if cancelled.
    static std::optional<ClassProbe> trained(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                             const RunContext &context = {});

    /// Share of the labelled rows that are classified correctly; nullopt if the dimensions differ or no row is
    /// labelled.
    std::optional<double> accuracy(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                   const RunContext &context = {}) const;

private:
    std::shared_ptr<const Head> m_head;
    Index m_dimension = 0;
};

} // namespace anchorscope
