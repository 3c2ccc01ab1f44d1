// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/candidatecontroller.h"
#include "gui/present/tablemodel.h"

namespace anchorscope::gui {

/// Proposed partners of the item that waits for one, best first.
class CandidateModel : public TableModel
{
    Q_OBJECT

public:
    CandidateModel(const Workspace &workspace, const CandidateController &finder, QObject *parent = nullptr);

    enum Column { Place, Item, Label, Score, Margin };

protected:
    int rows() const override { return static_cast<int>(m_candidates.size()); }
    QVariant extra(int row, int column, int role) const override;

private:
    const Candidate &candidate(int row) const { return m_candidates[static_cast<std::size_t>(row)]; }

    const Workspace &m_workspace;
    Side m_side = Side::y;
    std::vector<Candidate> m_candidates;
};

} // namespace anchorscope::gui
