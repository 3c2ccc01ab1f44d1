// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPixmap>

class QPainter;

namespace anchorscope::gui {

inline constexpr double letterHalo = 2; ///< pixels of the ground around letters
// In pixels, at the text size of the moment.
double widestName(); ///< longer names end in an ellipsis
double nameHeight();
double pictureSide(); ///< of a thumbnail

struct LabelLook
{
    bool plate = false; ///< large letters on a plate: classes
    bool quiet = false; ///< nobody asked for the name
};
QFont labelFont(LabelLook look);

/// Letters on a soft edge of the ground, or on a plate.
QPixmap labelPixmap(const QString &text, LabelLook look, qreal ratio);
QPixmap thumbnailPixmap(const QImage &image, qreal ratio);
/// The same as shapes, for exports.
void paintLabelOutlines(QPainter &painter, const QString &text, const QRectF &box, LabelLook look);

} // namespace anchorscope::gui
