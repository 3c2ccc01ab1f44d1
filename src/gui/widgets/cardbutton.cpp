// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/cardbutton.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QPainter>
#include <QStyleOptionButton>

namespace anchorscope::gui {

namespace {

constexpr int cardWidth = 300, pictureHeight = 158, leastPictureHeight = 90; ///< at the usual text size
constexpr int cardEdge = 10;

} // namespace

CardButton::CardButton(QWidget *parent) : QPushButton(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void CardButton::setCard(const QPixmap &picture, const QString &about)
{
    m_picture = picture;
    m_about = about;
    setAccessibleDescription(about);
    update();
}

int CardButton::textHeight() const
{
    return QFontMetrics(titleFont()).height() + QFontMetrics(smallFont()).height() + 2;
}

QSize CardButton::sizeHint() const
{
    return {qRound(cardWidth * sizeFactor()), pictureHeight + textHeight() + 3 * cardEdge};
}

QSize CardButton::minimumSizeHint() const
{
    return {qRound(0.6 * cardWidth * sizeFactor()), leastPictureHeight + textHeight() + 3 * cardEdge};
}

void CardButton::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QStyleOptionButton frame;
    initStyleOption(&frame);
    frame.text.clear();
    style()->drawControl(QStyle::CE_PushButton, &frame, &painter, this);
    const QRect inside = rect().adjusted(cardEdge, cardEdge, -cardEdge, -cardEdge);
    QRect words = inside;
    words.setTop(inside.bottom() - textHeight());
    const QSize room(inside.width(), words.top() - cardEdge - inside.top());
    const QSize shown = m_picture.size().scaled(room, Qt::KeepAspectRatio);
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.drawPixmap(QRect(inside.left() + (room.width() - shown.width()) / 2,
                             inside.top() + (room.height() - shown.height()) / 2, shown.width(), shown.height()),
                       m_picture);
    painter.setPen(palette().color(QPalette::ButtonText));
    painter.setFont(titleFont());
    painter.drawText(words, Qt::AlignTop | Qt::TextShowMnemonic, text());
    painter.setFont(smallFont());
    painter.drawText(words, Qt::AlignBottom, painter.fontMetrics().elidedText(m_about, Qt::ElideRight, words.width()));
}

} // namespace anchorscope::gui
