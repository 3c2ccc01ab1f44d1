// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Steps of the history that pages, tools and lessons share, and the sentences that say why something cannot be done.

/// The pairs of which no item belongs to a seed already.
std::vector<SeedPair> freePairs(const Workspace &workspace, const std::vector<SeedPair> &pairs);
/// Adds seeds to a setup; there are at least as many anchors as seeds then.
void appendSeeds(Setup &setup, const std::vector<SeedPair> &pairs);
void removeAllSeeds(Workspace &workspace);
void setCentering(Workspace &workspace, Centering centering);
/// `id`: one of similarities().
void setSimilarity(Workspace &workspace, const std::string &id);

/// What an action needs besides two spaces.
enum class Need {
    Truth = 1,
    Prepared = 2,
    Anchors = 4, ///< known ones: seeds, or a run
};
Q_DECLARE_FLAGS(Needs, Need)
Q_DECLARE_OPERATORS_FOR_FLAGS(Needs)

/// Why an action with these needs cannot be done now, or an empty string.
QString obstacle(const Workspace &workspace, Needs needs = {});

} // namespace anchorscope::gui
