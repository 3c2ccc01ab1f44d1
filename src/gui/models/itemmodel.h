// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// A list of items of one space with label, partner, what is known of each, and the columns of their file.
class ItemModel : public TableModel
{
    Q_OBJECT

public:
    /// `runner`: long lists are sorted in the background.
    explicit ItemModel(const Workspace &workspace, QObject *parent = nullptr, Runner *runner = nullptr);

    static constexpr int maxAtOnce = 10'000; ///< rows that are sorted without a job

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
    /// What it takes to sort the items, wherever that is done.
    struct Sorting
    {
        std::shared_ptr<const LoadedData> data; ///< the columns refer to it
        Side side;
        std::vector<ItemIndex> items, partners; ///< partners: where they are sorted by these
        std::shared_ptr<const ItemColumn> own;
        std::shared_ptr<const RetrievalRow> scores;
        int column;
        bool number;
        Qt::SortOrder order;

        std::vector<ItemIndex> sorted(const RunContext &context) const;
    };
    Sorting sorting(int column, Qt::SortOrder order) const;
    void findOwn();
    bool isNumber(int column) const;
    std::shared_ptr<const ItemColumn> own(int column) const; ///< null: it is none of the file

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<ItemIndex> m_items;
    std::array<std::vector<std::shared_ptr<const ItemColumn>>, 2> m_own; ///< of both spaces, in one order
    std::unique_ptr<JobSlot> m_sorting;
};

} // namespace anchorscope::gui
