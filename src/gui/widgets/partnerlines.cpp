// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/partnerlines.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QEvent>
#include <QPainter>

namespace anchorscope::gui {

PartnerLines::PartnerLines(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Lines from items to their partners"));
    parent->installEventFilter(this);
    hide();
}

void PartnerLines::turnOff()
{
    m_thin.clear();
    m_strong.clear();
    hide();
}

void PartnerLines::setLines(std::vector<QLineF> thin, std::vector<QLineF> strong, std::size_t selected)
{
    const QString note = selected == 0 && strong.empty() ? tr("Partner lines: select items, or point at one.")
                         : selected > thin.size() / 2 + 1 && selected > most
                             ? tr("Partner lines of %1 of the %2 selected items").arg(most).arg(selected)
                             : QString();
    if (isVisible() && thin == m_thin && strong == m_strong && note == m_note)
        return;
    m_note = note;
    m_thin = std::move(thin);
    m_strong = std::move(strong);
    setAccessibleDescription(tr("%1 lines").arg(m_thin.size() + m_strong.size()));
    // Hides the widget if it is empty; otherwise it would be painted again whenever the panels move.
    setVisible(!m_thin.empty() || !m_strong.empty() || !m_note.isEmpty());
    raise();
    update();
}

void PartnerLines::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor quiet = accent();
    // More lines are fainter, because they would merge into a grey area.
    quiet.setAlphaF(std::clamp(20.0f / static_cast<float>(std::max<std::size_t>(1, m_thin.size())), 0.14f, 0.45f));
    painter.setPen(QPen(quiet, sizeFactor()));
    painter.drawLines(m_thin.data(), static_cast<int>(m_thin.size()));
    painter.setPen(QPen(plotBackground(), 4 * sizeFactor()));
    painter.drawLines(m_strong.data(), static_cast<int>(m_strong.size()));
    painter.setPen(QPen(accent(), 2 * sizeFactor()));
    painter.drawLines(m_strong.data(), static_cast<int>(m_strong.size()));
    if (m_note.isEmpty())
        return;
    painter.setFont(smallFont());
    QRectF plate = painter.boundingRect(QRectF(rect()), Qt::AlignHCenter | Qt::AlignBottom, m_note);
    plate.translate(0, -4);
    painter.fillRect(plate.adjusted(-8, -3, 8, 3), plotBackground());
    painter.setPen(mutedText());
    painter.drawText(plate, Qt::AlignCenter, m_note);
}

bool PartnerLines::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

} // namespace anchorscope::gui
