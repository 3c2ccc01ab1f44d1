// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/scores.h"

#include <algorithm>

namespace anchorscope {

Encoding encodingOf(const RepresentationInput &input)
{
    return [input](const Representation &representation, const RunContext &context) {
        return encodeSpaces(representation, input, context);
    };
}

Status forEachRepresentation(const Encoding &encode, MethodPlan &plan, const RunContext &context,
                             const RepresentationVisitor &visit)
{
    for (std::size_t i = 0; i < plan.entries.size(); ++i) {
        const auto &[representation, stage] = plan.entries[i];
        const RunContext part = context.step(i, plan.entries.size());
        part.report(0, stage);
        const RunContext bounded = part.withTimeout(plan.timeLimitSeconds);
        std::optional<RepresentationPair> pair = encode(*representation, bounded.part(0, 0.4));
        Status visited = bounded.cancelled() ? Status(cancelledError())
                                             : visit(*representation, std::move(pair), bounded.part(0.4, 1));
        if (context.cancelled())
            return cancelledError();
        if (!visited && visited.error().code == ErrorCode::cancelled) {
            plan.notes.push_back(std::string("“") + representation->label +
                                 "” was left out: it was not measured within the time limit.");
            visited = visit(*representation, std::nullopt, part.part(1, 1));
        }
        if (!visited)
            return visited;
    }
    return Done{};
}

Result<std::vector<RetrievalRow>> retrieveByAll(const Encoding &encode, const Correspondence &pairing,
                                                const RetrievalOptions &options, MethodPlan &plan,
                                                const RunContext &context)
{
    std::vector<RetrievalRow> rows;
    const auto retrieveBy = [&](const Representation &, std::optional<RepresentationPair> pair,
                                const RunContext &part) -> Status {
        if (!pair)
            return Done{};
        auto row = retrieveBothWays(std::move(*pair), pairing, options, part);
        if (!row)
            return row.error();
        rows.push_back(std::move(*row));
        return Done{};
    };
    if (const Status done = forEachRepresentation(encode, plan, context, retrieveBy); !done)
        return done.error();
    return rows;
}

Result<std::vector<StitchRow>> stitchByAll(const Encoding &encode, const Correspondence &pairing,
                                           const StitchSplit &split, const StitchOptions &options, MethodPlan &plan,
                                           const RunContext &context)
{
    std::vector<StitchRow> rows;
    const auto stitchBy = [&](const Representation &representation, const std::optional<RepresentationPair> &pair,
                              const RunContext &part) -> Status {
        if (!pair) {
            rows.push_back({representation.id, false, {}});
            return Done{};
        }
        auto row = stitch(*pair, pairing, split, options, part);
        if (!row)
            return row.error();
        rows.push_back(std::move(*row));
        return Done{};
    };
    if (const Status done = forEachRepresentation(encode, plan, context, stitchBy); !done)
        return done.error();
    return rows;
}

} // namespace anchorscope
