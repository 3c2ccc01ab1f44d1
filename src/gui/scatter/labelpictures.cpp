// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/labelpictures.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double platePadding = 5;

QPixmap emptyPixmap(QSizeF size, qreal ratio)
{
    QPixmap empty((size * ratio).toSize().expandedTo({1, 1}));
    empty.setDevicePixelRatio(ratio);
    empty.fill(Qt::transparent);
    return empty;
}

/// Paints a halo: letters in the background colour, moved by up to two pixels to all sides. Moving a drawn image costs
/// a tenth of drawing the text as often.
void paintHalo(QPainter &painter, const QPixmap &letters)
{
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) {
            if (x * x + y * y <= 5)
                painter.drawPixmap(QPointF(x, y), letters);
        }
    }
}

QColor inkOf(LabelLook look)
{
    return look.quiet ? mutedText() : textColour();
}

} // namespace

double widestName()
{
    return 180 * sizeFactor();
}

double nameHeight()
{
    return 15 * sizeFactor();
}

double pictureSide()
{
    return 28 * sizeFactor();
}

QFont labelFont(LabelLook look)
{
    QFont font = smallFont();
    if (!look.quiet)
        font.setWeight(QFont::DemiBold);
    if (look.plate)
        font.setPixelSize(font.pixelSize() + 2);
    return font;
}

QPixmap labelPixmap(const QString &whole, LabelLook look, qreal ratio)
{
    const QFont font = labelFont(look);
    const QFontMetricsF metrics(font);
    const QString text = metrics.elidedText(whole, Qt::ElideRight, widestName());
    const double pad = look.plate ? platePadding : letterHalo;
    const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 2 * pad,
                      look.plate ? nameHeight() + 4 : nameHeight());
    const QPointF base(pad, (size.height() + metrics.ascent() - metrics.descent()) / 2);
    QPixmap picture = emptyPixmap(size, ratio);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    QColor ground = plotGround();
    if (look.plate) {
        ground.setAlphaF(0.82f);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ground);
        painter.drawRoundedRect(QRectF({}, size), 4, 4);
    } else {
        QPixmap letters = emptyPixmap(size, ratio);
        QPainter inGround(&letters);
        inGround.setFont(font);
        inGround.setPen(ground);
        inGround.drawText(base, text);
        inGround.end();
        paintHalo(painter, letters);
    }
    painter.setPen(inkOf(look));
    painter.drawText(base, text);
    return picture;
}

QPixmap thumbnailPixmap(const QImage &image, qreal ratio)
{
    const double side = pictureSide(), inside = side - 2;
    QPixmap picture = emptyPixmap({side, side}, ratio);
    QPainter painter(&picture);
    const QImage scaled =
        image.scaled((QSizeF(inside, inside) * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    const QSizeF shown = QSizeF(scaled.size()) / ratio;
    const QRectF box(QPointF(side - shown.width(), side - shown.height()) / 2, shown);
    painter.fillRect(box.adjusted(-1, -1, 1, 1), axisColour());
    painter.drawImage(box, scaled);
    return picture;
}

void paintLabelOutlines(QPainter &painter, const QString &text, const QRectF &box, LabelLook look)
{
    const QFont font = labelFont(look);
    const QFontMetricsF metrics(font);
    QPainterPath letters;
    letters.addText(box.left() + (look.plate ? platePadding : letterHalo),
                    box.top() + (box.height() + metrics.ascent() - metrics.descent()) / 2, font,
                    metrics.elidedText(text, Qt::ElideRight, widestName()));
    painter.strokePath(letters, QPen(plotGround(), 2 * letterHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(letters, inkOf(look));
}

} // namespace anchorscope::gui
