// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"

#include <QElapsedTimer>
#include <QWidget>

namespace anchorscope::gui {

/// Ring around the target of a step. It does not receive mouse events and covers only its own line.
class TargetRing : public QWidget
{
public:
    explicit TargetRing(QWidget *window);

    /// Moves the ring around `target`, given in window coordinates; an empty one hides the ring.
    void placeAround(const QRect &target);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF line() const;
};

/// Pointer that moves to the target of an action and presses there before the action is performed. It does not receive
/// mouse events. It jumps to the target if the desktop disables animations.
class PointerAnimation : public QWidget, public ActionAnimator
{
    Q_OBJECT

public:
    explicit PointerAnimation(QMainWindow &window);

    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return m_isMoving; }
    QString move() override;
    void stop() override;
    QPoint tip() const { return pos(); } ///< position of the pointer's tip in the window

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QMainWindow &m_window;
    QPoint m_from, m_to;
    QElapsedTimer m_clock;
    bool m_isMoving = false, m_isPressing = false;
};

} // namespace anchorscope::gui
