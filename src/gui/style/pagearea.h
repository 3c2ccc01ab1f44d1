// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace anchorscope::gui {

/// Holds a page that may need more height than there is: then it scrolls, and the window need not grow.
class PageArea : public QScrollArea
{
public:
    explicit PageArea(QWidget *page);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; ///< as wide as the page needs

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace anchorscope::gui
