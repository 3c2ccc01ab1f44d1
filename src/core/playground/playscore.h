// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"
#include "core/projection/relative.h"

#include <optional>

namespace anchorscope {

// What the playground shows while a space is changed by hand (core/README.md, 12; ours).

/// How far relative vectors moved, ‖now − before‖ / ‖before − mean row‖ (Frobenius norms): 0 they stood still, 1 as far
/// as they differ from each other. n × k each, n ≥ 1; 0 where nothing moved, also where all rows are equal.
double relativeChange(const Matrix &before, const Matrix &now);

/// Kilometres between two places on the Earth's surface by the cosine of their directions from its middle.
double greatCircleKm(double cosine);

/// What a search from X finds in Y, judged in X.
struct SearchError
{
    double meanAngle = 0;      ///< radians, in X, between an item and the partner of what was found for it
    double pAt1 = 0;           ///< share of items whose partner was found (P@1)
    Index asked = 0;           ///< paired items that are no anchors
    double kilometres() const; ///< on the Earth's surface, where X holds places on it
};

/// Each paired item of X that is no anchor looks for the most similar relative vector among the paired items of Y, by
/// cosine. Angles are those of the prepared rows of X. Error "too-few-pairs" where there is none to ask for,
/// "cancelled".
Result<SearchError> searchError(const AnchoredPair &pair, const Correspondence &truth, const RunContext &context = {});

/// Core's softmax head, taught on the rows of X and asked about those of Y: zero-shot, without retraining.
class ClassProbe
{
public:
    /// n × d rows and a class for each, `unlabelled` for those that are left out. At most 2 000 rows are taught, evenly
    /// spread over the others (5 000 words of 300 dimensions take seconds). None where fewer than two classes are
    /// labelled, or if cancelled.
    static std::optional<ClassProbe> trained(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                             const RunContext &context = {});

    /// Share of the labelled rows that get their class; none where the dimensions differ or nothing is labelled.
    std::optional<double> accuracy(const Matrix &rows, const std::vector<std::int32_t> &labels,
                                   const RunContext &context = {}) const;

private:
    std::shared_ptr<const Head> m_head;
    Index m_dimension = 0;
};

} // namespace anchorscope
