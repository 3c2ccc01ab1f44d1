// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/samplers.h"
#include "core/optimizers/seedproposal.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Draws seed pairs from the true pairing by a rule (at random, farthest points, cluster centres, class by class), or
/// proposes seed pairs without knowing the pairing.
class SeedController : public QObject
{
    Q_OBJECT

public:
    SeedController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Adds up to `count` seed pairs as a step that can be undone. Random pairs are added immediately, those of other
    /// rules after a job in the background.
    void draw(const AnchorSampler &sampler, Index count);
    /// Aligns the spaces without any seeds and adds up to `count` of the most certain matches as seed pairs, as a step
    /// that can be undone.
    void propose(Index count);

Q_SIGNALS:
    void failed(const QString &sentence);
    /// Reports that proposed pairs were added; `sentence` states how reliable they are.
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
