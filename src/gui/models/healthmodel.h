// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Every anchor with what it is worth and the anchor that is most like it.
class HealthModel : public TableModel
{
    Q_OBJECT

public:
    explicit HealthModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Number, Item, Kind, Worth, Nearest, Cosine };
    void setSide(Side side);
    int anchor(int row) const { return m_order[static_cast<std::size_t>(row)]; } ///< its position among the anchors
    void sort(int column, Qt::SortOrder order) override;

protected:
    int rows() const override { return static_cast<int>(m_order.size()); }
    QVariant extra(int row, int column, int role) const override;

private:
    Index nearest(int row) const { return m_nearest[static_cast<std::size_t>(anchor(row))]; }
    void take();
    void order();
    QString name(Index anchor) const;

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<int> m_order;
    std::pair<int, Qt::SortOrder> m_sorted{-1, Qt::AscendingOrder}; ///< column and direction
    std::vector<Index> m_harmful;
    std::vector<Index> m_nearest; ///< nearest other anchor of each anchor; −1: none
};

} // namespace anchorscope::gui
