// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/samplers.h"
#include "core/optimizers/seedproposal.h"
#include "gui/state/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Draws seed pairs from the known pairing by a rule: at random, farthest points, centres of clusters, class by class.
/// Or proposes pairs without knowing any.
class SeedController : public QObject
{
    Q_OBJECT

public:
    SeedController(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Adds up to `count` pairs as a step that can be undone. Random ones at once, others in the background.
    void draw(const AnchorSampler &sampler, Index count);
    /// Aligns the spaces without a seed and adds up to `count` of the most certain pairs, as a step that can be undone.
    void propose(Index count);

Q_SIGNALS:
    void failed(const QString &sentence);
    void proposed(const QString &sentence); ///< says how far the new pairs are to be trusted

private:
    std::vector<ItemIndex> freeItems() const;
    void add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items);
    void addProposed(const SeedProposal &proposal);
    void addPairs(const QString &name, const std::vector<SeedPair> &pairs);

    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
