// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenter.h"

#include "gui/lessons/presenterfooter.h"
#include "gui/lessons/targets.h"
#include "gui/style/controlstyle.h"
#include "gui/style/textsize.h"

#include <QAction>
#include <QApplication>
#include <QCursor>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStatusBar>
#include <QToolBar>
#include <QWindow>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int usualText = 13; ///< height of the window's text in pixels at sizeFactor() = 1
constexpr qint64 tailMilliseconds = 200;
constexpr int keyMilliseconds = 1500;
constexpr QColor laserColour(0xe5, 0x1f, 0x1f);

double laserRadius()
{
    return 5 * sizeFactor();
}

} // namespace

Presenter::Presenter(QMainWindow &window, PresenterFooter &footer, std::vector<QWidget *> setAside)
    : QObject(&window), m_window(window), m_footer(footer), m_setAside(std::move(setAside)),
      m_overlay(new PresenterOverlay(window))
{
    m_footer.hide();
}

Presenter::~Presenter()
{
    if (isPresenting())
        setPresentationSize(*qApp, std::nullopt);
}

void Presenter::setPresenting(bool on)
{
    if (on == isPresenting())
        return;
    if (on)
        begin();
    else
        end();
    Q_EMIT presentingChanged(on);
}

void Presenter::begin()
{
    m_before = Before{m_window.saveState(), m_window.normalGeometry(), m_window.windowState(), {}};
    std::vector<QWidget *> away = m_setAside;
    away.insert(away.end(), {m_window.menuBar(), m_window.statusBar()});
    for (QToolBar *bar : m_window.findChildren<QToolBar *>(Qt::FindDirectChildrenOnly)) {
        if (bar->objectName() != "lesson") // the bar of a lesson stays visible in a presentation
            away.push_back(bar);
    }
    for (QDockWidget *dock : m_window.findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly))
        away.push_back(dock);
    for (QWidget *widget : away) {
        if (!widget->isHidden()) {
            widget->hide();
            m_before->shown.push_back(widget);
        }
    }
    for (QAction *action : m_window.findChildren<QAction *>()) {
        if (!action->shortcuts().isEmpty() && !m_window.actions().contains(action)) {
            m_window.addAction(action);
            m_lent.push_back(action);
        }
    }
    m_window.showFullScreen();
    applySize();
    m_footer.show();
    m_window.centralWidget()->setFocus();
    qApp->installEventFilter(this);
    showKeys();
}

void Presenter::end()
{
    qApp->removeEventFilter(this);
    m_overlay->clear();
    m_footer.hide();
    setPresentationSize(*qApp, std::nullopt);
    for (QAction *action : m_lent)
        m_window.removeAction(action);
    m_lent.clear();
    const Before before = std::move(*m_before);
    m_before.reset();
    for (QDockWidget *dock : m_window.findChildren<QDockWidget *>(Qt::FindDirectChildrenOnly))
        dock->hide(); // hides also docks that were opened during the presentation
    for (QWidget *widget : before.shown)
        widget->show();
    // Restores the layout of the window. Called here, and again when all widgets have the smaller font: before that,
    // the minimum size of the window may exceed the screen, and a desktop does not maximize such a window.
    const auto layOut = [window = &m_window, before] {
        window->setWindowState(before.states);
        if (!(before.states & (Qt::WindowMaximized | Qt::WindowFullScreen)))
            window->setGeometry(before.place);
        window->restoreState(before.docks);
    };
    // Layout requests are sent twice: a scrolled page posts its request only when its content has been laid out.
    for (const auto type :
         {QEvent::ApplicationFontChange, QEvent::FontChange, QEvent::LayoutRequest, QEvent::LayoutRequest})
        QCoreApplication::sendPostedEvents(nullptr, type);
    layOut();
    QMetaObject::invokeMethod(&m_window, layOut, Qt::QueuedConnection);
}

/// Sets the text size of the presentation. All text gets the minimum height, rounded up to whole pixels.
void Presenter::applySize()
{
    const double minSize = std::ceil(minTextShare * m_window.height() - 1e-9);
    setPresentationSize(*qApp, m_textFactor * minSize / usualText);
    m_footer.setTextSize(qRound(m_textFactor * PresenterFooter::captionShare * m_window.height()));
}

void Presenter::resizeText(double factor)
{
    constexpr double largest = 2;
    m_textFactor = std::clamp(m_textFactor * factor, 1.0, largest);
    if (isPresenting())
        applySize();
}

/// True if a key controls the presentation. The keys of clickers always do; letters, digits and the full stop do so
/// only if no text field has the focus.
bool Presenter::takes(const QKeyEvent &event) const
{
    constexpr int ofClickers[] = {Qt::Key_PageDown, Qt::Key_PageUp, Qt::Key_F5, Qt::Key_Escape};
    constexpr int typed[] = {Qt::Key_Period, Qt::Key_S, Qt::Key_Z};
    const int key = event.key();
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    const bool isTyped = std::ranges::count(typed, key) > 0 || (key >= Qt::Key_1 && key <= Qt::Key_9);
    return std::ranges::count(ofClickers, key) > 0 || (isTyped && !typesText(QApplication::focusWidget()));
}

void Presenter::act(const QKeyEvent &event)
{
    switch (event.key()) {
    case Qt::Key_PageDown:
        return Q_EMIT nextRequested();
    case Qt::Key_PageUp:
        return Q_EMIT backRequested();
    case Qt::Key_F5:
    case Qt::Key_Escape:
        Q_EMIT viewRequested();
        return showKeys();
    case Qt::Key_Period:
        return m_overlay->toggleBlack();
    case Qt::Key_S:
        return m_overlay->nextPointer();
    case Qt::Key_Z:
        return m_overlay->toggleFrozen();
    default:
        Q_EMIT voted(event.key() - Qt::Key_0);
    }
}

void Presenter::showKeys()
{
    m_overlay->showKey(QStringLiteral("F11"),
                       tr("ends   ·   F5   next view   ·   S   points   ·   Z   freezes   ·   .   black"));
}

/// Shows the audience the shortcut that was pressed and the name of its action.
void Presenter::showKey(const QKeyEvent &event)
{
    const QKeySequence pressed(event.keyCombination());
    for (const QAction *action : m_window.actions()) {
        if (action->isEnabled() && action->shortcuts().contains(pressed)) {
            QString name = action->text();
            m_overlay->showKey(pressed.toString(QKeySequence::NativeText), name.remove('&'));
        }
    }
}

bool Presenter::eventFilter(QObject *watched, QEvent *event)
{
    auto *widget = qobject_cast<QWidget *>(watched);
    if (event->type() == QEvent::Resize && watched == &m_window)
        applySize();
    if (event->type() == QEvent::Close && watched == &m_window)
        setPresenting(false); // the window must not store the layout of the presentation
    if (!widget || widget->window() != &m_window ||
        (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
        return QObject::eventFilter(watched, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    if (event->type() == QEvent::ShortcutOverride) {
        showKey(key);
        if (takes(key))
            event->accept(); // makes Qt deliver the key as a key press instead of a shortcut
        return takes(key);
    }
    if (!takes(key))
        return false;
    if (!key.isAutoRepeat())
        act(key);
    return true;
}

PresenterOverlay::PresenterOverlay(QWidget &window) : QWidget(&window), m_window(window)
{
    makeOverlay(*this, "overlay", tr("Presentation overlay"));
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
