// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"

#include <QElapsedTimer>
#include <QWidget>

namespace anchorscope::gui {

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

private:
    QRectF line() const;
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
    QPoint tip() const { return pos(); } ///< position of the animated pointer's tip in the window

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QMainWindow &m_window;
    QPoint m_from, m_to;
    QElapsedTimer m_clock;
    bool m_isMoving = false, m_isPressing = false;
};

} // namespace anchorscope::gui
