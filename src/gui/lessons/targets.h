// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"

#include <QElapsedTimer>
#include <QWidget>

class QDockWidget;

namespace anchorscope::gui {

/// Position on the screen of a part of the window to which lessons can point (lessons::targets()).
struct Target
{
    /// Widget to which a lesson points; null if the name of the target is unknown.
    QWidget *widget = nullptr;
    /// Dock that contains the part of the window to which a lesson points; null if the part is not in a dock.
    QDockWidget *dock = nullptr;
    /// Visible area, in window coordinates, of the part of the window to which a lesson points. If this part is not
    /// visible, the area of its dock's tab; empty if the tab is not visible either.
    QRect rect;
    bool onTab = false;

    /// True if nothing covers the centre of the part of the window to which a lesson points.
    bool isFree(const QMainWindow &window) const;
};

/// Finds a dock by its object name (lessons/places.h); widgetOn() finds a widget in it. Null if not found.
QDockWidget *pageNamed(const QMainWindow &window, const QString &name);
QWidget *widgetOn(const QMainWindow &window, const QString &page, const QString &name);
/// Name of the part of the window that an action acts on, one of lessons::targets(); may be empty.
std::string targetOf(const lessons::Action &action);
/// Finds the current position of a part of the window. `name`: one of lessons::targets().
Target findTarget(const QMainWindow &window, const std::string &name);
/// Scrolls a dock until the target of a lesson that it contains is visible.
void scrollToTarget(const Target &target);

/// Makes a widget an overlay: hidden at first, and without mouse events or focus.
void makeOverlay(QWidget &widget, const QString &name, const QString &accessibleName);

/// Ring around the part of the window to which a lesson step points. It does not receive mouse events, and covers only
/// the area of its line.
class TargetRing : public QWidget
{
public:
    explicit TargetRing(QWidget *window);

    /// Moves the ring around the rectangle `target` in window coordinates; an empty rectangle hides the ring.
    void placeAround(const QRect &target);

protected:
    void paintEvent(QPaintEvent *event) override;
};

/// Animated pointer that moves to the target of an action and presses there, before the action is performed. It does
/// not receive mouse events. If the desktop disables animations, it jumps to the target.
class PointerAnimation : public QWidget, public ActionAnimator
{
    Q_OBJECT

public:
    explicit PointerAnimation(QMainWindow &window);

    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return m_isMoving; }
    QString move() override;
    void stop() override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QMainWindow &m_window;
    QPoint m_from, m_to;
    QElapsedTimer m_clock;
    bool m_isMoving = false, m_isPressing = false;
};

} // namespace anchorscope::gui
