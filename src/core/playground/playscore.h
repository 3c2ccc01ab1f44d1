// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"
#include "core/projection/relative.h"

#include <optional>

namespace anchorscope {

// Scores of the playground, for a space that is transformed interactively (core/definitions.md, 12; our own measures).

/// Change of relative vectors: ‖now − before‖ / ‖before − mean row of before‖ (Frobenius norms), for two n × k
/// matrices, n ≥ 1. It is 0 without change, even if all rows are equal, and 1 for a change as large as their deviation.
double relativeChange(const Matrix &before, const Matrix &now);

/// Great-circle distance in km between two places on the Earth, from the cosine of their angle at its centre.
double greatCircleKm(double cosine);

/// Error of a search for the items of X among the items of Y by relative vectors, measured as an angle in X.
struct SearchError
{
    double meanAngle = 0; ///< mean angle in X between an item and the item found for it, in radians
    double pAt1 = 0;
    Index queries = 0;         ///< number of paired items that are not anchors
    double kilometres() const; ///< meanAngle as a distance on the Earth in km, for a space X of positions on it
};

/// Finds, for each paired item of X that is not an anchor, the most similar relative vector (by cosine) among the
/// paired items of Y. Errors: "too-few-pairs" if all paired items are anchors, "cancelled".
Result<SearchError> searchError(const AnchoredPair &pair, const Correspondence &truth, const RunContext &context = {});

class ClassProbe
{
public:
    /// Trains the classifier on at most 2 000 evenly spaced labelled rows (n × d); 5 000 words of 300 dimensions would
    /// take seconds. Returns nullopt with fewer than two classes, or if cancelled.
    static std::optional<ClassProbe> trained(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                             const RunContext &context = {});

    /// Share of labelled rows that are classified correctly; nullopt without labels or for rows of other dimensions.
    std::optional<double> accuracy(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                   const RunContext &context = {}) const;

private:
    std::shared_ptr<const Head> m_head;
    Index m_dimension = 0;
};

} // namespace anchorscope
