// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// A list of items of one space with label, partner, what is known of each, and the columns of their file.
class ItemModel : public TableModel
{
    Q_OBJECT

public:
    explicit ItemModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Name, Label, Partner, Rank, Cosine, Found, FoundCosine, Margin, Jaccard, FirstOwn };
    void setItems(Side side, std::vector<ItemIndex> items);
    Side side() const { return m_side; }
    ItemIndex item(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    void sort(int column, Qt::SortOrder order) override;
    QVariant data(const QModelIndex &index, int role) const override;

protected:
    int rows() const override { return static_cast<int>(m_items.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    void findOwn();
    bool isNumber(int column) const;

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<ItemIndex> m_items;
    std::array<std::vector<std::shared_ptr<const ItemColumn>>, 2> m_own; ///< of both spaces, in one order
};

} // namespace anchorscope::gui
