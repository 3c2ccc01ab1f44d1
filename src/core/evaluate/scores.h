// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/methodchoice.h"
#include "core/evaluate/stitching.h"

#include <functional>

namespace anchorscope {

/// Function that encodes two spaces in one of representations(); returns nullopt if this is not possible.
using Encoding = std::function<std::optional<RepresentationPair>(const Representation &, const RunContext &)>;
/// Returns a function that encodes the spaces of `input`, which must outlive it.
Encoding encodingOf(const RepresentationInput &input);

/// Callback for each representation. The pair of encoded spaces is nullopt if the representation is not possible.
using RepresentationVisitor =
    std::function<Status(const Representation &, std::optional<RepresentationPair>, const RunContext &)>;

/// Encodes the spaces in each representation of the plan and calls `visit`. Ends with the first error of `visit`, or
/// "cancelled". A representation that exceeds the time limit counts as not possible, and the plan gets a note.
Status forEachRepresentation(const Encoding &encode, MethodPlan &plan, const RunContext &context,
                             const RepresentationVisitor &visit);

/// Scores retrieval in both directions, in every representation of the plan that is possible. Errors of retrieve().
Result<std::vector<RetrievalRow>> retrieveByAll(const Encoding &encode, const Correspondence &pairing,
                                                const RetrievalOptions &options, MethodPlan &plan,
                                                const RunContext &context = {});

/// Scores stitching in every representation; if one is not possible, its row contains the reason. Errors of stitch().
Result<std::vector<StitchRow>> stitchByAll(const Encoding &encode, const Correspondence &pairing,
                                           const StitchSplit &split, const StitchOptions &options, MethodPlan &plan,
                                           const RunContext &context = {});

} // namespace anchorscope
