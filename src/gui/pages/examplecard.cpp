// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/examplecard.h"

#include "gui/style/theme.h"

#include <QPainter>

namespace anchorscope::gui {

namespace {

constexpr int margin = 10;
constexpr QSize usualImage{316, 166}, minImage{100, 60};

} // namespace

ExampleCard::ExampleCard(QWidget *parent) : QPushButton(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAttribute(Qt::WA_Hover);
}

int ExampleCard::textHeight() const
{
    // The names in a row of cards are at one height: all make room for a second line if one description needs it, as
    // with large text.
    const int line = fontMetrics().lineSpacing();
    int description = line;
    for (const ExampleCard *card : parentWidget()->findChildren<const ExampleCard *>()) {
        const QRect room(0, 0, card->width() - 2 * margin, 2 * line);
        if (fontMetrics().boundingRect(room, Qt::TextWordWrap, card->statusTip()).height() > line)
            description = 2 * line;
    }
    return fontMetrics().height() + description + 3 * margin;
}

QSize ExampleCard::sizeHint() const
{
    return usualImage + QSize(2 * margin, margin + textHeight());
}

QSize ExampleCard::minimumSizeHint() const
{
    return minImage + QSize(2 * margin, margin + textHeight());
}

void ExampleCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool marked = underMouse() || hasFocus() || isDown();
    painter.setPen(QPen(marked ? accent() : axisColour(), marked ? 2 : 1));
    painter.setBrush(plotBackground());
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

    const QRect inside = rect().adjusted(margin, margin, -margin, -textHeight());
    const QSize size = m_image.size().scaled(inside.size(), Qt::KeepAspectRatio);
    // Shrinks the image smoothly; below half size, QPainter would drop rows and columns of pixels.
    painter.drawPixmap(QRect(inside.center() - QPoint(size.width(), size.height()) / 2, size),
                       m_image.scaled(size * devicePixelRatio(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation));

    const int line = fontMetrics().height();
    const QRect name(margin, height() - textHeight() + margin, width() - 2 * margin, line);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(textColour());
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, text());
    painter.setFont(font());
    painter.setPen(mutedText());
    painter.drawText(QRect(name.bottomLeft() + QPoint(0, margin / 2), QPoint(name.right(), height())),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, statusTip());
}

} // namespace anchorscope::gui
