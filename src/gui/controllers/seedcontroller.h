// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/samplers.h"
#include "core/optimizers/seedproposal.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Draws seed pairs from the true pairing by a rule, such as farthest points, or proposes pairs without the pairing.
class SeedController : public QObject
{
    Q_OBJECT

public:
    SeedController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Adds up to `count` seed pairs; can be undone. Random pairs are added immediately, others at the end of a job.
    void draw(const AnchorSampler &sampler, Index count);
    /// Aligns the spaces without seeds and adds up to `count` of the most certain matches as seed pairs; can be undone.
    void propose(Index count);

Q_SIGNALS:
    void failed(const QString &sentence);
    /// Reports that proposed pairs were added; `sentence` describes their reliability.
    void proposed(const QString &sentence);

private:
    std::vector<ItemIndex> freeItems() const;
    void add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items);
    void addProposed(const SeedProposal &proposal);
    void addPairs(const QString &name, const std::vector<SeedPair> &pairs);

    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
