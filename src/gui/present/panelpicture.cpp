// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/present/panelpicture.h"

#include "gui/plot/pickgrid.h"

#include <algorithm>
#include <limits>

namespace anchorscope::gui {

bool isTurn(const Matrix &turn)
{
    constexpr float noticed = 0.02f; // about one degree
    return turn.size() > 0 && (turn - Matrix(turn.diagonal().asDiagonal())).cwiseAbs().maxCoeff() > noticed;
}

Axes shownAxes(const Picture &picture, const Axes &wanted)
{
    const Index known = picture.coordinates ? picture.coordinates->cols() : 0;
    return std::max(wanted.horizontal, wanted.vertical) < known ? wanted : Axes();
}

Matrix along(const Picture &picture, const Axes &axes)
{
    const Axes shown = shownAxes(picture, axes);
    Matrix places(picture.coordinates->rows(), 2);
    places.col(0) = picture.coordinates->col(shown.horizontal);
    places.col(1) = picture.coordinates->col(shown.vertical);
    return places;
}

Matrix placesOf(const Picture &picture, const Axes &axes, const std::vector<char> *hidden)
{
    Matrix all = along(picture, axes);
    for (Index item = 0; hidden && item < std::min(all.rows(), static_cast<Index>(hidden->size())); ++item) {
        if ((*hidden)[static_cast<std::size_t>(item)])
            all.row(item).setConstant(std::numeric_limits<float>::quiet_NaN());
    }
    return all;
}

PlacedItems placeItems(const PictureAlong &own, const std::vector<char> *hidden,
                       const std::vector<PictureAlong> &fitted)
{
    PlacedItems placed{std::make_shared<Matrix>(placesOf(own.picture, own.axes, hidden)), {}};
    for (const auto &[picture, axes] : fitted)
        placed.reach |= boundsOf(along(picture, axes));
    return placed;
}

} // namespace anchorscope::gui
