// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Measures retrieval and stitching with the workspace's anchors in the background.
class ScoreController : public QObject
{
    Q_OBJECT

public:
    ScoreController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    QString retrievalObstacle() const;
    QString stitchingObstacle() const;

    void measureRetrieval();
    void measureStitching();
    /// Measures retrieval for `repeats` random seeds, beginning with the setup's; for each, the optimizer finds
    /// anchors.
    void measureBatch(int repeats);
    bool measuringBatch() const { return m_batch.running(); }
    void cancelBatch();
    bool measuringRetrieval() const { return m_retrieving.running(); }
    bool measuringStitching() const { return m_stitching.running(); }

Q_SIGNALS:
    /// Reports that a measurement started or ended, or that a change has possibly allowed or prevented measurements.
    void stateChanged();
    void failed(const QString &sentence);

private:
    Workspace &m_workspace;
    JobSlot m_retrieving, m_stitching, m_batch;
};

} // namespace anchorscope::gui
