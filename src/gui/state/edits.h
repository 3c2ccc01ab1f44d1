// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Edits of the setup that several pages, tools and lessons share, with their names in the undo history; also messages
// about unmet requirements of actions.

/// Returns those pairs of a list in which no item belongs to a seed yet.
std::vector<SeedPair> unpairedItems(const Workspace &workspace, const std::vector<SeedPair> &pairs);
/// Adds seeds to a setup. If the setup then has more seeds than anchors, raises the number of anchors to the number of
/// seeds.
void appendSeeds(Setup &setup, const std::vector<SeedPair> &pairs);
void removeAllSeeds(Workspace &workspace);
void setCentering(Workspace &workspace, Centering centering);
/// Changes the similarity of the setup. `id`: id of one of similarities().
void setSimilarity(Workspace &workspace, const std::string &id);

/// Requirements of an action, in addition to two open spaces.
enum class Need {
    Truth = 1,
    Prepared = 2,
    Anchors = 4, ///< anchors that are known in both spaces: seeds, or the anchors of a run
};
Q_DECLARE_FLAGS(Needs, Need)
Q_DECLARE_OPERATORS_FOR_FLAGS(Needs)

/// Reason, for the user, why an action with these requirements is unavailable; empty if it is available.
QString obstacle(const Workspace &workspace, Needs needs = {});

} // namespace anchorscope::gui
