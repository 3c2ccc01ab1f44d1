// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/projection/preprocess.h"
#include "core/random.h"
#include "core/result.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Input of an anchor sampler: a space, and the candidates for anchors, such as all items with a partner.
struct SamplerInput
{
    const PreparedSpace &space;
    const ItemTable &items;
    std::vector<ItemIndex> candidates;
};

/// Rule for choosing anchors among items (core/definitions.md, 10).
struct AnchorSampler
{
    const char *id;
    const char *label;
    const char *about;
    /// Chooses `count` different candidates, fewer only if cancelled. Precondition: 1 ≤ count ≤ candidates.size().
    std::vector<ItemIndex> (*choose)(const SamplerInput &, Index count, Random &, const RunContext &);
};

/// All anchor samplers; the first is the default.
std::span<const AnchorSampler> anchorSamplers();
const AnchorSampler *findSampler(std::string_view id);

/// Checks `count` and runs a sampler. Errors: "too-few-items", "cancelled".
Result<std::vector<ItemIndex>> chooseAnchors(const AnchorSampler &sampler, const SamplerInput &input, Index count,
                                             Random &random, const RunContext &context = {});

/// Orders unit rows (n × d) greedily from row `start`: next is the row farthest from all chosen rows by dcos = 1 −
/// |cos| (paper IRP, 3.2). Ends after `count` rows, or if all other rows are closer than `minimum` to a chosen one.
std::vector<Index> farthestPoints(const MatrixView &rows, Index start, Index count, double minimum = 0,
                                  const RunContext &context = {});

} // namespace anchorscope
