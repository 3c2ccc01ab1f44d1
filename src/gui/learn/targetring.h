// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace anchorscope::gui
