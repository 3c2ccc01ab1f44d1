// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/partnerlines.h"

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

void PartnerLines::setLines(std::vector<QLineF> thin, std::vector<QLineF> strong)
{
    if (thin == m_thin && strong == m_strong)
        return;
    m_thin = std::move(thin);
    m_strong = std::move(strong);
    setAccessibleDescription(tr("%1 lines").arg(m_thin.size() + m_strong.size()));
    // A hidden overlay costs the panels nothing while they move.
    setVisible(!m_thin.empty() || !m_strong.empty());
    raise();
    update();
}

void PartnerLines::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor quiet = accent();
    quiet.setAlphaF(0.45f);
    painter.setPen(QPen(quiet, 1));
    painter.drawLines(m_thin.data(), static_cast<int>(m_thin.size()));
    painter.setPen(QPen(plotGround(), 4));
    painter.drawLines(m_strong.data(), static_cast<int>(m_strong.size()));
    painter.setPen(QPen(accent(), 2));
    painter.drawLines(m_strong.data(), static_cast<int>(m_strong.size()));
}

bool PartnerLines::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

} // namespace anchorscope::gui
