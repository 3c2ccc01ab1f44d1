// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/inspectorcontroller.h"
#include "gui/display/tablemodel.h"

namespace anchorscope::gui {

/// Neighbours of the item in focus in X and of its partner in Y, side by side.
class NeighbourModel : public TableModel
{
    Q_OBJECT

public:
    NeighbourModel(const Workspace &workspace, const InspectorController &inspector, QObject *parent = nullptr);

    enum Column { Rank, MarkX, ItemX, SimilarityX, MarkY, ItemY, SimilarityY };
    const NeighbourPair &pair(int row) const { return m_pairs[static_cast<std::size_t>(row)]; }

protected:
    int rows() const override { return static_cast<int>(m_pairs.size()); }
    QVariant extra(int row, int column, int role) const override;

private:
    QString name(Side side, ItemIndex item) const;

    const Workspace &m_workspace;
    std::vector<NeighbourPair> m_pairs;
};

} // namespace anchorscope::gui
