// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/metrics.h"
#include "gui/present/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Retrieval scores: two rows (both directions) for each way to encode the spaces.
class RetrievalModel : public TableModel
{
    Q_OBJECT

public:
    explicit RetrievalModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Method, SearchDirection, FirstMetric }; ///< columns; those of metrics() follow
    static int columnOf(Score RetrievalScores::*score) { return FirstMetric + static_cast<int>(metricIndex(score)); }

    /// Mean ± standard deviation over several seeds instead of the one measurement.
    void setShowsBatch(bool shows);
    QVariant data(const QModelIndex &index, int role) const override;

    const RetrievalRow &resultOf(int row) const { return m_result.rows[static_cast<std::size_t>(row / 2)]; }
    const RetrievalScores &scores(int row) const { return row % 2 ? resultOf(row).yToX : resultOf(row).xToY; }

protected:
    int rows() const override { return static_cast<int>(2 * m_result.rows.size()); }
    QString text(int row, int column) const override;
    QVariant value(int row, int column) const override;
    QVariant extra(int row, int column, int role) const override;

private:
    /// Null for columns that hold no metric.
    const Score *score(int row, int column) const;
    QString method(int row) const;
    bool isBest(int row, int column) const;
    void take();

    const Workspace &m_workspace;
    RetrievalResult m_result; ///< shown scores; of a batch with standard deviations instead of intervals
    bool m_showsBatch = false;
};

} // namespace anchorscope::gui
