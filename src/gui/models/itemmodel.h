// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Table model of items of one space: name, label, partner, scores, columns of the file.
class ItemModel : public TableModel
{
    Q_OBJECT

public:
    /// Creates the model. `runner`: if not null, long lists are sorted in the background.
    explicit ItemModel(const Workspace &workspace, QObject *parent = nullptr, Runner *runner = nullptr);

    static constexpr int maxAtOnce = 10'000; ///< maximum number of rows that are sorted without a job

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
    /// Input for sorting, independent of the model so that a job can do it.
    struct Sorting
    {
        std::shared_ptr<const LoadedData> data; ///< data that keep `own` valid
        Side side;
        std::vector<ItemIndex> items, partners; ///< items to sort, and their partners, only if the column needs them
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
    /// Column of the file that a table column shows; null: another column.
    std::shared_ptr<const ItemColumn> own(int column) const;

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<ItemIndex> m_items;
    std::array<std::vector<std::shared_ptr<const ItemColumn>>, 2>
        m_own; ///< columns of the file for each side, in the order of the table's columns
    std::unique_ptr<JobSlot> m_sorting;
};

} // namespace anchorscope::gui
