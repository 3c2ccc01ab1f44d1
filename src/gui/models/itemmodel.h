// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Table of items of one space: name, label, partner, scores, and columns of the file.
class ItemModel : public TableModel
{
    Q_OBJECT

public:
    /// `runner` sorts long lists in the background; null: every list is sorted immediately.
    explicit ItemModel(const Workspace &workspace, QObject *parent = nullptr, Runner *runner = nullptr);

    /// Maximum length of a list that is sorted without a job.
    static constexpr int maxAtOnce = 10'000;

    enum Column { Name, Label, Partner, Rank, Cosine, Found, FoundCosine, Margin, Jaccard, FirstOwn };
    void setItems(Side side, std::vector<ItemIndex> items);
    Side side() const { return m_side; }
    ItemIndex item(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    void sort(int column, Qt::SortOrder order) override;

protected:
    int rows() const override { return static_cast<int>(m_items.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QString displayed(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    /// Input for sorting in a job; does not refer to the model.
    struct Sorting
    {
        std::shared_ptr<const LoadedData> data; ///< data that contain `own`, the column of the file
        Side side;
        /// Items to sort, and their partners if the column is Partner.
        std::vector<ItemIndex> items, partners;
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
    /// Column of the file that a column of the table shows; null: none.
    std::shared_ptr<const ItemColumn> own(int column) const;

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<ItemIndex> m_items;
    /// Columns of the file for X and Y, in the order of the table.
    std::array<std::vector<std::shared_ptr<const ItemColumn>>, 2> m_own;
    std::unique_ptr<JobSlot> m_sorting;
};

} // namespace anchorscope::gui
