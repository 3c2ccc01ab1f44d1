// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace anchorscope::gui {

/// A share between 0 and 1 as a bar. Drawn by the next paint event: QProgressBar would paint at once, while others
/// still hear of what changed.
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
