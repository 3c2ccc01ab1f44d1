// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/relativevectorbars.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QPainter>

#include <algorithm>

namespace anchorscope::gui {

RelativeVectorBars::RelativeVectorBars(const RelativeVector &vector) : m_vector(vector)
{
    setObjectName("bars");
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Similarities of the item to the anchors"));
    connect(&vector, &RelativeVector::changed, this, &RelativeVectorBars::follow);
    follow();
}

void RelativeVectorBars::follow()
{
    QStringList words;
    for (const RelativeVector::Bar &bar : m_vector.bars()) {
        const auto said = [&](std::size_t side) {
            return bar.similarity[side] ? m_vector.text(*bar.similarity[side]) : tr("none");
        };
        words << tr("%1: X %2, Y %3").arg(bar.anchor, said(0), said(1));
    }
    setAccessibleDescription(words.isEmpty() ? m_vector.hint() : words.join("; "));
    updateGeometry();
    update();
}

int RelativeVectorBars::rowHeight() const
{
    return QFontMetrics(smallFont()).height() + qRound(6 * sizeFactor());
}

QSize RelativeVectorBars::sizeHint() const
{
    const int bars = static_cast<int>(m_vector.bars().size());
    const int rows = std::max(2, m_vector.note().isEmpty() ? bars : bars + 1);
    return {qRound(260 * sizeFactor()), rows * rowHeight()};
}

/// Paints the part of a bar that belongs to one space; a bar of a negative similarity is hollow.
void RelativeVectorBars::paintRow(QPainter &painter, const RelativeVector::Bar &bar, int top) const
{
    const QFontMetrics metrics(smallFont());
    const int names = std::min(width() / 3, metrics.horizontalAdvance(QStringLiteral("nnnnnnnnnnnn")));
    const int values = metrics.horizontalAdvance(tr("20,000 km")) + 6;
    const int room = std::max(10, width() - names - 2 * values - 16), half = rowHeight() / 2 - 2;
    painter.setPen(textColour());
    painter.drawText(QRect(0, top, names, rowHeight()), Qt::AlignVCenter,
                     metrics.elidedText(bar.anchor, Qt::ElideRight, names));
    for (std::size_t side = 0; side < 2; ++side) {
        const auto &value = bar.similarity[side];
        if (!value)
            continue;
        const double length = room * m_vector.share(*value);
        const QRectF area(names + 8, top + 1 + static_cast<int>(side) * (half + 1), length, half);
        QColor colour = bar.colour;
        if (side == 1)
            colour.setAlphaF(0.55f);
        const bool hollow = *value < 0 && !m_vector.isMap();
        painter.setPen(hollow ? QPen(bar.colour) : QPen(Qt::NoPen));
        painter.setBrush(hollow ? QBrush(Qt::NoBrush) : QBrush(colour));
        painter.drawRect(area);
        painter.setPen(side == 0 ? textColour() : mutedText());
        painter.drawText(QRect(width() - (side == 0 ? 2 : 1) * values, top, values, rowHeight()),
                         Qt::AlignRight | Qt::AlignVCenter, m_vector.text(*value));
    }
}

void RelativeVectorBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setFont(smallFont());
    if (m_vector.bars().empty()) {
        painter.setPen(mutedText());
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_vector.hint());
        return;
    }
    int top = 0;
    for (const RelativeVector::Bar &bar : m_vector.bars()) {
        paintRow(painter, bar, top);
        top += rowHeight();
    }
    painter.setPen(mutedText());
    painter.drawText(QRect(0, top, width(), rowHeight()), Qt::AlignVCenter, m_vector.note());
}

} // namespace anchorscope::gui
