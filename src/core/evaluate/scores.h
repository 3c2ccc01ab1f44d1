// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/methodchoice.h"
#include "core/evaluate/stitching.h"

#include <functional>

namespace anchorscope {

/// Encodes the two spaces of a measurement by one of representations(); none if not possible.
using Encoding = std::function<std::optional<RepresentationPair>(const Representation &, const RunContext &)>;
/// Function that encodes the spaces of this input, to which it refers.
Encoding encodingOf(const RepresentationInput &input);

/// Visitor called with each representation; its pair is empty if the representation is not possible.
using RepresentationVisitor =
    std::function<Status(const Representation &, const std::optional<RepresentationPair> &, const RunContext &)>;

/// Encodes the spaces in each representation of the plan in turn and passes them to the visitor; ends with the
/// visitor's first error, or "cancelled". A representation that is not encoded and measured within the plan's limit is
/// passed as not possible, and the plan gets a note.
Status forEachRepresentation(const Encoding &encode, MethodPlan &plan, const RunContext &context,
                             const RepresentationVisitor &visit);

/// Retrieval in both directions, in every representation of the plan that is possible. Errors of retrieve().
Result<std::vector<RetrievalRow>> retrieveByAll(const Encoding &encode, const Correspondence &pairing,
                                                const RetrievalOptions &options, MethodPlan &plan,
                                                const RunContext &context = {});

/// Stitching in every representation of the plan; rows of those that are not possible contain the reason. Errors of
/// stitch().
Result<std::vector<StitchRow>> stitchByAll(const Encoding &encode, const Correspondence &pairing,
                                           const StitchSplit &split, const StitchOptions &options, MethodPlan &plan,
                                           const RunContext &context = {});

} // namespace anchorscope
