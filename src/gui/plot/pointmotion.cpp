// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/pointmotion.h"

#include <cmath>

namespace anchorscope::gui {

bool PointMotion::isSeen() const
{
    // Eigen::PropagateNumbers ignores NaN, the coordinates of invisible points.
    return fromView != toView ||
           (to->size() > 0 && (*to - *from).cwiseAbs().maxCoeff<Eigen::PropagateNumbers>() * toView.scale > 0.5);
}

std::shared_ptr<const Matrix> PointMotion::pointsAt(double share) const
{
    if (share >= 1)
        return to;
    const auto t = static_cast<float>(share);
    return std::make_shared<const Matrix>((1 - t) * *from + t * *to);
}

ViewTransform PointMotion::viewAt(double share) const
{
    ViewTransform view = toView;
    if (share >= 1)
        return view;
    view.centre = fromView.centre * (1 - share) + toView.centre * share;
    view.scale = fromView.scale * std::pow(toView.scale / fromView.scale, share);
    return view;
}

} // namespace anchorscope::gui
