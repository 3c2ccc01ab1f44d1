// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"

#include <QElapsedTimer>
#include <QWidget>

namespace anchorscope::gui {

/// A ring round what a step points at. It lets the mouse through, and covers nothing but its own line.
class TargetRing : public QWidget
{
public:
    explicit TargetRing(QWidget *window);

    /// In the window; empty: none.
    void placeAround(const QRect &target);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QRectF line() const;
};

/// A hand that goes to what a verb is done at and presses there, before it is done; the mouse passes through it. Where
/// the desktop asks for no animations it is there at once.
class PointerAnimation : public QWidget, public ActionAnimator
{
    Q_OBJECT

public:
    explicit PointerAnimation(QMainWindow &window);

    bool begin(const lessons::Action &action) override;
    bool isBusy() const override { return m_isMoving; }
    QString move() override;
    void stop() override;
    QPoint tip() const { return pos(); } ///< what it points at, in the window

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QMainWindow &m_window;
    QPoint m_from, m_to;
    QElapsedTimer m_clock;
    bool m_isMoving = false, m_isPressing = false;
};

} // namespace anchorscope::gui
