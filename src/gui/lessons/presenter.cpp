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

constexpr int smallText = 11; ///< height of the window's smallest text in pixels at sizeFactor() = 1

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
    // Function that restores the layout. It is called here, and again when all widgets have the smaller font: until
    // then the window's minimum size may exceed the screen, and a desktop does not maximize such a window.
    const auto layOut = [window = &m_window, before] {
        window->setWindowState(before.states);
        if (!(before.states & (Qt::WindowMaximized | Qt::WindowFullScreen)))
            window->setGeometry(before.place);
        window->restoreState(before.docks);
    };
    // Layout requests are sent twice, because scrolled pages post theirs only after their content has been laid out.
    for (const auto type :
         {QEvent::ApplicationFontChange, QEvent::FontChange, QEvent::LayoutRequest, QEvent::LayoutRequest})
        QCoreApplication::sendPostedEvents(nullptr, type);
    layOut();
    QMetaObject::invokeMethod(&m_window, layOut, Qt::QueuedConnection);
}

/// Sets the text size of the presentation. The smallest text gets the minimum height, rounded up to whole pixels.
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

/// True if a key controls the presentation: keys of clickers always, letters, digits and the full stop only if no text
/// field has the focus.
bool Presenter::takes(const QKeyEvent &event) const
{
    if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
        return false;
    switch (event.key()) {
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
    case Qt::Key_F5:
    case Qt::Key_Escape:
        return true;
    case Qt::Key_Period:
    case Qt::Key_S:
    case Qt::Key_Z:
        break;
    default:
        if (event.key() < Qt::Key_1 || event.key() > Qt::Key_9)
            return false;
    }
    return !typesText(QApplication::focusWidget());
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
        setPresenting(false); // ends the presentation, so that the window does not store its layout
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

} // namespace anchorscope::gui
