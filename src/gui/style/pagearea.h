// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace anchorscope::gui {

/// Scroll area for the page of a dock, so that a high page does not enlarge the window.
class PageArea : public QScrollArea
{
public:
    explicit PageArea(QWidget *page);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; ///< minimum size, at least as wide as the page requires

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

/// Sets whether a part of a page gets the height that the other parts leave, instead of at least its preferred height.
void fillHeight(QWidget &part, bool fills);

} // namespace anchorscope::gui
