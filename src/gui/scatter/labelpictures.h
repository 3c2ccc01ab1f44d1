// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPixmap>

class QPainter;

namespace anchorscope::gui {

inline constexpr double letterHalo = 2; ///< pixels of the background around letters
// Sizes in pixels at the current text size.
double widestName(); ///< longer names end in an ellipsis
double nameHeight();
double pictureSide(); ///< side of a thumbnail

struct LabelLook
{
    bool plate = false; ///< large text on a filled box, for classes
    bool quiet = false; ///< optional name
};
QFont labelFont(LabelLook look);

/// Text with a halo in the background colour, or on a filled box.
QPixmap labelPixmap(const QString &text, LabelLook look, qreal ratio);
QPixmap thumbnailPixmap(const QImage &image, qreal ratio);
/// Like labelPixmap(), as shapes for exports.
void paintLabelOutlines(QPainter &painter, const QString &text, const QRectF &box, LabelLook look);

} // namespace anchorscope::gui
