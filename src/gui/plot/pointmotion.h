// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/plot/viewtransform.h"

#include <memory>

namespace anchorscope::gui {

struct PointMotion
{
    std::shared_ptr<const Matrix> from, to; ///< positions of the points before and after the animation, n × 2 each
    ViewTransform fromView, toView;

    /// True if a point moves by more than half a pixel, or the view changes.
    bool isSeen() const;
    /// Positions of the points after this share of the animation, 0 … 1.
    std::shared_ptr<const Matrix> pointsAt(double share) const;
    ViewTransform viewAt(double share) const;
};

} // namespace anchorscope::gui
