// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/projection/preprocess.h"
#include "core/random.h"
#include "core/result.h"

#include <span>
#include <string_view>

namespace anchorscope {

/// Input of a sampler: one space and the items it may choose, such as those with a partner.
struct SamplerInput
{
    const PreparedSpace &space;
    const ItemTable &items;
    std::vector<ItemIndex> candidates;
};

/// A rule that chooses anchors among items (core/definitions.md, 10).
struct AnchorSampler
{
    const char *id;    ///< id of the sampler on the command line and in files
    const char *label; ///< label of the sampler on screen
    const char *about;
    /// Returns `count` different candidates. The caller has checked 1 ≤ count ≤ candidates.size(). Fewer only if
    /// cancelled.
    std::vector<ItemIndex> (*choose)(const SamplerInput &, Index count, Random &, const RunContext &);
};

/// All anchor samplers; the first is the default.
std::span<const AnchorSampler> anchorSamplers();
const AnchorSampler *findSampler(std::string_view id);

/// Checks the counts and runs a sampler. Errors: "too-few-items", "cancelled".
Result<std::vector<ItemIndex>> chooseAnchors(const AnchorSampler &sampler, const SamplerInput &input, Index count,
                                             Random &random, const RunContext &context = {});

/// Orders rows greedily, each next one farthest from those taken, by dcos = 1 − |cos|, from `start` (IRP 3.2). Stops at
/// `count` rows, or before the next row would be closer than `minimum` to those taken. rows: n × d, unit.
std::vector<Index> farthestPoints(const MatrixView &rows, Index start, Index count, double minimum = 0,
                                  const RunContext &context = {});

} // namespace anchorscope
