// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/scores.h"

namespace anchorscope {

Encoding encodingOf(const RepresentationInput &input)
{
    return [input](const Representation &representation, const RunContext &context) {
        return representation.encode(input, context);
    };
}

Status forEachRepresentation(const Encoding &encode, Slow slow, const RunContext &context,
                             const RepresentationVisitor &visit)
{
    const auto all = representations();
    const double step = 1.0 / static_cast<double>(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].slow && slow == Slow::leftOut)
            continue;
        const RunContext part = context.part(step * static_cast<double>(i), step * static_cast<double>(i + 1));
        part.report(0, all[i].label);
        const std::optional<RepresentationPair> pair = encode(all[i], part);
        if (context.cancelled())
            return cancelledError();
        if (Status visited = visit(all[i], pair, part); !visited)
            return visited;
    }
    return Done{};
}

Result<std::vector<RetrievalRow>> retrieveByAll(const Encoding &encode, const Correspondence &pairing,
                                                const RetrievalOptions &options, Slow slow, const RunContext &context)
{
    std::vector<RetrievalRow> rows;
    const auto retrieveBy = [&](const Representation &, const std::optional<RepresentationPair> &pair,
                                const RunContext &part) -> Status {
        if (!pair)
            return Done{};
        auto row = retrieveBothWays(*pair, pairing, options, part);
        if (!row)
            return row.error();
        rows.push_back(std::move(*row));
        return Done{};
    };
    if (const Status done = forEachRepresentation(encode, slow, context, retrieveBy); !done)
        return done.error();
    return rows;
}

Result<std::vector<StitchRow>> stitchByAll(const Encoding &encode, const Correspondence &pairing,
                                           const StitchSplit &split, const StitchOptions &options,
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
    if (const Status done = forEachRepresentation(encode, Slow::included, context, stitchBy); !done)
        return done.error();
    return rows;
}

} // namespace anchorscope
