// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/matrix.h"
#include "core/runcontext.h"
#include "core/statistics.h"

namespace anchorscope {

/// Linear centred kernel alignment (CKA) of two spaces over their pairs (core/definitions.md, 6b). It needs no anchors
/// and is invariant to rotation, scale and shift of either space. NaN if it is not defined.
struct KernelAlignment
{
    /// CKA of Kornblith et al., ICML 2019; in [0, 1].
    double usual = std::numeric_limits<double>::quiet_NaN();
    /// Mean of the usual CKA over all possible pairings of the items.
    double usualByChance = std::numeric_limits<double>::quiet_NaN();
    double debiased = std::numeric_limits<double>::quiet_NaN(); ///< CKA by the unbiased HSIC (Song et al. 2012)
    ChanceLevel chance = {}; ///< values of `debiased` over random pairings; their mean is 0
};

/// NaN values result from fewer than two pairs (`debiased`, `chance`: four), a space of equal vectors, or cancelling.
KernelAlignment kernelAlignment(const Matrix &x, const Matrix &y, const Correspondence &pairing,
                                const RunContext &context = {});

} // namespace anchorscope
