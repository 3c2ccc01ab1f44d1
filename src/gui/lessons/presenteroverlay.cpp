// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenteroverlay.h"

#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QApplication>
#include <QCursor>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWindow>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr qint64 tailMilliseconds = 200;
constexpr int keyMilliseconds = 1500;
constexpr QColor laserColour(0xe5, 0x1f, 0x1f);

double laserRadius()
{
    return 5 * sizeFactor();
}

} // namespace

PresenterOverlay::PresenterOverlay(QWidget &window) : QWidget(&window), m_window(window)
{
    setObjectName("overlay");
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Presentation overlay"));
    hide();
    m_clock.start();
    m_keyTimer.setSingleShot(true);
    m_keyTimer.setInterval(keyMilliseconds);
    connect(&m_keyTimer, &QTimer::timeout, this, [this] {
        m_key.clear();
        follow();
    });
    m_tailTimer.setInterval(16);
    connect(&m_tailTimer, &QTimer::timeout, this, [this] {
        const QRectF before = laserReach();
        while (m_tail.size() > 1 && m_clock.elapsed() - m_tail.front().time > tailMilliseconds)
            m_tail.pop_front();
        if (m_tail.size() <= 1)
            m_tailTimer.stop();
        update(before.toAlignedRect());
    });
}

void PresenterOverlay::nextPointer()
{
    if (m_pointer == Pointer::None)
        m_at = m_window.mapFromGlobal(QPointF(QCursor::pos()));
    m_pointer = static_cast<Pointer>((static_cast<int>(m_pointer) + 1) % 3);
    m_tail.clear();
    follow();
}

void PresenterOverlay::toggleBlack()
{
    m_black = !m_black;
    follow();
}

void PresenterOverlay::toggleFrozen()
{
    m_frozen = isFrozen() ? QPixmap() : m_window.grab();
    follow();
}

void PresenterOverlay::showKey(const QString &key, const QString &meaning)
{
    m_key = key + QStringLiteral("   ") + meaning;
    m_keyTimer.start();
    follow();
}

void PresenterOverlay::clear()
{
    m_pointer = Pointer::None;
    m_black = false;
    m_frozen = {};
    m_key.clear();
    follow();
}

void PresenterOverlay::follow()
{
    qApp->removeEventFilter(this);
    if (m_pointer != Pointer::None)
        qApp->installEventFilter(this);
    setGeometry(m_window.rect());
    setVisible(m_pointer != Pointer::None || m_black || isFrozen() || !m_key.isEmpty());
    raise();
    update();
}

/// Follows the mouse anywhere in the window, also over widgets without mouse tracking.
bool PresenterOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_window.windowHandle() && event->type() == QEvent::MouseMove)
        moveTo(static_cast<QMouseEvent *>(event)->position());
    if (watched == m_window.windowHandle() && event->type() == QEvent::Wheel && m_pointer == Pointer::Spotlight) {
        constexpr double step = 1.1, minRadius = 0.03, maxRadius = 0.5;
        const bool larger = static_cast<QWheelEvent *>(event)->angleDelta().y() > 0;
        m_radius = std::clamp(m_radius * (larger ? step : 1 / step), minRadius, maxRadius);
        update();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void PresenterOverlay::moveTo(QPointF at)
{
    const QRectF before = laserReach();
    m_at = at;
    if (m_pointer == Pointer::Spotlight)
        return update();
    m_tail.push_back({at, m_clock.elapsed()});
    m_tailTimer.start();
    update(before.united(laserReach()).toAlignedRect());
}

QRectF PresenterOverlay::laserReach() const
{
    QRectF reach(m_at, QSizeF(1, 1));
    for (const Spot &spot : m_tail)
        reach |= QRectF(spot.at, QSizeF(1, 1));
    const double room = 2 * laserRadius();
    return reach.adjusted(-room, -room, room, room);
}

void PresenterOverlay::paintLaser(QPainter &painter) const
{
    for (std::size_t i = 1; i < m_tail.size(); ++i) {
        const double age = static_cast<double>(m_clock.elapsed() - m_tail[i].time) / tailMilliseconds;
        QColor colour = laserColour;
        colour.setAlphaF(static_cast<float>(std::clamp(0.6 * (1 - age), 0.0, 0.6)));
        painter.setPen(QPen(colour, 1.5 * laserRadius(), Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(m_tail[i - 1].at, m_tail[i].at);
    }
    painter.setPen(QPen(Qt::white, laserRadius() / 4));
    painter.setBrush(laserColour);
    painter.drawEllipse(m_at, laserRadius(), laserRadius());
}

void PresenterOverlay::paintSpotlight(QPainter &painter) const
{
    QPainterPath dark;
    dark.addRect(rect());
    QPainterPath light;
    light.addEllipse(m_at, m_radius * height(), m_radius * height());
    painter.fillPath(dark.subtracted(light), QColor(0, 0, 0, 170));
}

void PresenterOverlay::paintKey(QPainter &painter) const
{
    painter.setFont(QApplication::font());
    const double room = painter.fontMetrics().height() / 2.0;
    QRectF plate(painter.fontMetrics().boundingRect(m_key));
    plate.moveCenter({width() / 2.0, height() * 0.85});
    plate.adjust(-2 * room, -room, 2 * room, room);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(20, 22, 26, 220));
    painter.drawRoundedRect(plate, room / 2, room / 2);
    painter.setPen(Qt::white);
    painter.drawText(plate, Qt::AlignCenter, m_key);
}

void PresenterOverlay::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isFrozen())
        painter.drawPixmap(0, 0, m_frozen);
    if (m_black)
        painter.fillRect(rect(), Qt::black);
    if (m_pointer == Pointer::Spotlight)
        paintSpotlight(painter);
    if (m_pointer == Pointer::Laser)
        paintLaser(painter);
    if (!m_key.isEmpty() && !m_black)
        paintKey(painter);
}

} // namespace anchorscope::gui
