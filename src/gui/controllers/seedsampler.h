// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/samplers.h"
#include "gui/workspace.h"
#include "jobs/jobslot.h"

namespace anchorscope::gui {

/// Draws seed pairs from the known pairing by a rule: at random, farthest points, centres of clusters, class by class.
class SeedSampler : public QObject
{
    Q_OBJECT

public:
    SeedSampler(Workspace &workspace, Runner &runner, QObject *parent = nullptr);

    /// Adds up to `count` pairs as a step that can be undone. Random ones at once, others in the background.
    void draw(const AnchorSampler &sampler, Index count);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    std::vector<ItemIndex> freeItems() const;
    void add(const AnchorSampler &sampler, const std::vector<ItemIndex> &items);

    Workspace &m_workspace;
    JobSlot m_job;
};

} // namespace anchorscope::gui
