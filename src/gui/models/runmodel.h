// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Table of the runs of the current comparison; the chosen run is bold.
class RunModel : public TableModel
{
    Q_OBJECT

public:
    explicit RunModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Name, Method, Seeds, Anchors, RandomSeed, Iterations, Loss, Right, Verdict, Seconds, Ended };
    io::RunId idOf(int row) const { return run(row).id; }

protected:
    int rows() const override { return m_rows; }
    bool isBold(int row, int) const override { return run(row).id == m_workspace.setup().run; }
    QVariant extra(int row, int column, int role) const override;

private:
    const io::RunRecord &run(int row) const { return m_workspace.runs()[static_cast<std::size_t>(row)]; }
    const OptimizeSummary &summary(int row) const { return run(row).summary; }
    void reset();

    const Workspace &m_workspace;
    int m_rows = 0;
};

} // namespace anchorscope::gui
