// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace anchorscope::gui {

/// Bar that shows a share between 0 and 1. Unlike QProgressBar, it does not paint immediately when the share is set,
/// because other receivers of the same signal may not have been notified yet.
class ShareBar : public QWidget
{
public:
    ShareBar();
    void setShare(double share);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_share = 0;
};

} // namespace anchorscope::gui
