// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/runcontext.h"
#include "core/statistics.h"

namespace anchorscope {

/// Linear centred kernel alignment of two spaces over their paired items (core/definitions.md, 6b). Unchanged by
/// rotation, scale and shift of either space; a reference measure that needs no anchors. NaN if it is not defined.
struct KernelAlignment
{
    double usual = std::numeric_limits<double>::quiet_NaN();         ///< Kornblith et al., ICML 2019; in [0, 1]
    double usualByChance = std::numeric_limits<double>::quiet_NaN(); ///< mean of `usual` over all pairings
    double debiased = std::numeric_limits<double>::quiet_NaN(); ///< alignment by the unbiased HSIC (Song et al. 2012)
    ChanceLevel chance = {};                                    ///< chance level of `debiased`, which is 0 on average
};

/// Computes the kernel alignment. NaN throughout with fewer than two pairs, without any variance, or if cancelled;
/// `debiased` and its chance level need four pairs.
KernelAlignment kernelAlignment(const Matrix &x, const Matrix &y, const Correspondence &pairing,
                                const RunContext &context = {});

} // namespace anchorscope
