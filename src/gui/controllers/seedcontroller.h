// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/samplers.h"
#include "core/optimizers/seedproposal.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Draws seed pairs from the true pairing by a rule (at random, farthest points, cluster centres, class by class), or
/// proposes pairs without it.
class SeedController : public QObject
{
    Q_OBJECT

public:
    SeedController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Adds up to `count` seed pairs as an undoable step: random ones immediately, others after a job in the
    /// background.
    void draw(const AnchorSampler &sampler, Index count);
    /// Aligns the spaces without seeds and adds up to `count` of the most certain pairs, as an undoable step.
    void propose(Index count);

Q_SIGNALS:
    void failed(const QString &sentence);
    void proposed(const QString &sentence); ///< reports new pairs; `sentence` states how reliable they are

private:
    std::vector<ItemIndex> freeItems() const;
    void add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items);
    void addProposed(const SeedProposal &proposal);
    void addPairs(const QString &name, const std::vector<SeedPair> &pairs);

    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
