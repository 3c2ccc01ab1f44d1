// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"
#include "gui/state/viewstate.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <vector>

namespace anchorscope::gui {

/// A cloud in its principal components, or the reason why there is none.
struct Picture
{
    std::shared_ptr<const Matrix> coordinates; ///< n × p, p ≥ 2; null: none
    Vector explained;                          ///< p shares of the variance
    QString message;                           ///< shown instead of the points
    bool turned = false;                       ///< the first two axes are not the components themselves
    PanelFrame frame = PanelFrame::Components; ///< what the axes are; never automatic
    QString title = {};                        ///< of the file's own coordinates
    Index missing = 0;                         ///< items without coordinates
};

/// Whether a turn (core/projection/picture.h) is more than a change of signs.
bool isTurn(const Matrix &turn);

/// The components that a panel shows of what is wanted: the first two where the picture has fewer.
Axes shownAxes(const Picture &picture, const Axes &wanted);
/// n × 2: the picture along two of its components.
Matrix along(const Picture &picture, const Axes &axes);
/// n × 2: where the items of a picture stand; NaN where they are hidden. `hidden`: null: none.
Matrix placesOf(const Picture &picture, const Axes &axes, const std::vector<char> *hidden);

/// A picture along the components that a panel shows.
struct PictureAlong
{
    Picture picture;
    Axes axes;
};
/// Where the items of a panel stand, and what of it is fitted into the panel.
struct PlacedItems
{
    std::shared_ptr<const Matrix> places;
    QRectF reach;
};
/// `fitted`: the pictures whose items have room in the panel, hidden ones too. With a million items tens of
/// milliseconds, so in the background.
PlacedItems placeItems(const PictureAlong &own, const std::vector<char> *hidden,
                       const std::vector<PictureAlong> &fitted);

} // namespace anchorscope::gui
