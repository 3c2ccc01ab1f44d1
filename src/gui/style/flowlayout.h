// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

class QBoxLayout;

namespace anchorscope::gui {

inline constexpr int usualSpacing = 6; ///< as between the rows of a page

/// Puts widgets one after the other and begins a new line where the width ends. A label stays with its buddy.
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
    QSize sizeHint() const override; ///< in one line
    QSize minimumSize() const override;
    void setGeometry(const QRect &area) override;

private:
    int arrange(const QRect &area, bool place) const; ///< the height that is needed

    QList<QLayoutItem *> m_items;
};

/// Replaces a row of a column, in the order in which it was filled. Spacers go; `row` is deleted.
void inLines(QLayout *row, QBoxLayout *column);

} // namespace anchorscope::gui
