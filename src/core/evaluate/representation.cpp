// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/representation.h"

#include <algorithm>

namespace anchorscope {

namespace {

std::optional<RepresentationPair> trueAnchors(const RepresentationInput &input, const RunContext &context)
{
    std::vector<ItemIndex> partners;
    if (!input.pairing.empty()) {
        for (const ItemIndex item : input.anchors.itemsOfX)
            partners.push_back(input.pairing.partnerOfX(item));
    }
    if (partners.empty() || std::ranges::count(partners, noItem) > 0)
        return std::nullopt;
    return RepresentationPair{"GT", relativeTo(input.x, input.anchors.itemsOfX, input.similarity, context),
                              relativeTo(input.y, partners, input.similarity, context)};
}

std::optional<RepresentationPair> seedsOnly(const RepresentationInput &input, const RunContext &context)
{
    if (input.anchors.seeds() == 0)
        return std::nullopt;
    const std::vector<ItemIndex> seedsOfX(input.anchors.itemsOfX.begin(),
                                          input.anchors.itemsOfX.begin() + input.anchors.seeds());
    return RepresentationPair{"Seed", relativeTo(input.x, seedsOfX, input.similarity, context),
                              relativeTo(input.y, input.anchors.seedsOfY, input.similarity, context)};
}

std::optional<RepresentationPair> continuousAnchors(const RepresentationInput &input, const RunContext &context)
{
    if (!input.anchors.optimised())
        return std::nullopt;
    return RepresentationPair{"AO continuous", relativeTo(input.x, input.anchors.itemsOfX, input.similarity, context),
                              relativeTo(input.y, input.anchors.continuousY, input.similarity, context)};
}

std::optional<RepresentationPair> discreteAnchors(const RepresentationInput &input, const RunContext &context)
{
    if (input.anchors.discreteY.empty())
        return std::nullopt;
    return RepresentationPair{"AO discrete", relativeTo(input.x, input.anchors.itemsOfX, input.similarity, context),
                              relativeTo(input.y, input.anchors.discreteY, input.similarity, context)};
}

std::optional<RepresentationPair> absolute(const RepresentationInput &input, const RunContext &)
{
    if (input.x.dimension() != input.y.dimension())
        return std::nullopt;
    return RepresentationPair{"Absolute", input.x.rows, input.y.rows};
}

const Representation all[] = {
    {"GT", "True anchors", "All anchors with their true partners (RR): what parallel anchors known in full would give.",
     trueAnchors},
    {"Seed", "Seeds only", "The seeds and their partners alone: what is known before anything is found (AO).",
     seedsOnly},
    {"AO continuous", "Found, continuous", "The anchor vectors that the optimisation found in Y (AO).",
     continuousAnchors},
    {"AO discrete", "Found, discrete", "For each found vector the nearest item of Y (AO Alg. 1, line 10).",
     discreteAnchors},
    {"Absolute", "Absolute", "The spaces as they are, without anchors; needs equal dimensions.", absolute},
};

} // namespace

std::span<const Representation> representations()
{
    return all;
}

} // namespace anchorscope
