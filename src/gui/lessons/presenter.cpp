// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/presenter.h"

#include "gui/lessons/presenterfooter.h"
#include "gui/lessons/presenteroverlay.h"
#include "gui/style/controlstyle.h"
#include "gui/style/textsize.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QStatusBar>
#include <QToolBar>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr int smallText = 11; ///< size of the smallest text in pixels at sizeFactor() = 1

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
    for (QToolBar *bar : m_window.findChildren<QToolBar *>(Qt::FindDirectChildrenOnly))
        away.push_back(bar);
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
        dock->hide(); // hides docks that are opened during the presentation
    for (QWidget *widget : before.shown)
        widget->show();
    // Restores the layout now, and again when all widgets have the smaller font. Until then the window stays larger,
    // and the desktop does not maximize a window whose minimum exceeds the screen.
    const auto layOut = [window = &m_window, before] {
        window->setWindowState(before.states);
        if (!(before.states & (Qt::WindowMaximized | Qt::WindowFullScreen)))
            window->setGeometry(before.place);
        window->restoreState(before.docks);
    };
    // Posts two layout requests: scrolled pages post theirs after their content has been laid out.
    for (const auto type :
         {QEvent::ApplicationFontChange, QEvent::FontChange, QEvent::LayoutRequest, QEvent::LayoutRequest})
        QCoreApplication::sendPostedEvents(nullptr, type);
    layOut();
    QMetaObject::invokeMethod(&m_window, layOut, Qt::QueuedConnection);
}

/// Sets the text size of the presentation; that of the smallest text is rounded up to whole pixels.
void Presenter::applySize()
{
    const double minSize = std::ceil(minTextShare * m_window.height() - 1e-9);
    setPresentationSize(*qApp, m_textFactor * minSize / smallText);
    m_footer.setTextSize(qRound(m_textFactor * PresenterFooter::captionShare * m_window.height()));
}

void Presenter::resizeText(double factor)
{
    constexpr double largest = 2;
    m_textFactor = std::clamp(m_textFactor * factor, 1.0, largest);
    if (isPresenting())
        applySize();
}

/// True if the presenter handles the key: clicker keys always, single letters unless a text field has the focus.
bool Presenter::takes(const QKeyEvent &event) const
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9)
        return !typesText(QApplication::focusWidget());
    switch (event.key()) {
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
    case Qt::Key_F5:
    case Qt::Key_Escape:
        return true;
    case Qt::Key_Period:
    case Qt::Key_S:
    case Qt::Key_Z:
        return !typesText(QApplication::focusWidget());
    default:
        return false;
    }
}

void Presenter::act(const QKeyEvent &event)
{
    if (event.key() >= Qt::Key_1 && event.key() <= Qt::Key_9)
        return Q_EMIT voted(event.key() - Qt::Key_0);
    switch (event.key()) {
    case Qt::Key_PageDown:
        return Q_EMIT nextRequested();
    case Qt::Key_PageUp:
        return Q_EMIT backRequested();
    case Qt::Key_F5:
    case Qt::Key_Escape: // clickers alternate between F5 and Escape, so that both end the presentation
        return showKeys();
    case Qt::Key_Period:
        return m_overlay->toggleBlack();
    case Qt::Key_S:
        return m_overlay->nextPointer();
    default:
        return m_overlay->toggleFrozen();
    }
}

/// Shows the keys of the presentation for the presenter.
void Presenter::showKeys()
{
    m_overlay->showKey(QStringLiteral("F11"), tr("ends   ·   S   points   ·   Z   freezes   ·   .   black"));
}

/// Shows the audience the shortcut that was pressed.
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
        setPresenting(false); // ends the presentation, whose layout the window must not store
    if (!widget || widget->window() != &m_window ||
        (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride))
        return QObject::eventFilter(watched, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    if (event->type() == QEvent::ShortcutOverride) {
        showKey(key);
        if (takes(key))
            event->accept(); // the key is delivered as a key press instead of a shortcut
        return takes(key);
    }
    if (!takes(key))
        return false;
    if (!key.isAutoRepeat())
        act(key);
    return true;
}

} // namespace anchorscope::gui
