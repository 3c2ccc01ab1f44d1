// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

class QBoxLayout;

namespace anchorscope::gui {

inline constexpr int usualSpacing = 6; ///< space between the rows of a page, in pixels

/// Layout that places widgets in lines, like words. A label stays on the line of its buddy.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(int spacing) { setSpacing(spacing); }
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override
    {
        m_items.append(item);
        invalidate();
    }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return arrange(QRect(0, 0, width, 0), false); }
    QSize sizeHint() const override; ///< size with all widgets in a single line
    QSize minimumSize() const override;
    void setGeometry(const QRect &area) override;

private:
    /// Returns the height for the width of `area`. If `place`, also moves the widgets.
    int arrange(const QRect &area, bool place) const;

    QList<QLayoutItem *> m_items;
};

/// Replaces `row`, a part of `column`, by a FlowLayout with the same widgets. Deletes `row` and its spacers.
void inLines(QLayout *row, QBoxLayout *column);

} // namespace anchorscope::gui
