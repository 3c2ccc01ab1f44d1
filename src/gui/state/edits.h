// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Edits of the setup that pages, tools and lessons share, with their names in the undo history.

/// Pairs whose items are not in any seed.
std::vector<SeedPair> unpairedItems(const Workspace &workspace, const std::vector<SeedPair> &pairs);
/// Adds seeds to a setup. If it then has more seeds than anchors, raises the number of anchors.
void appendSeeds(Setup &setup, const std::vector<SeedPair> &pairs);
void removeAllSeeds(Workspace &workspace);
void setCentering(Workspace &workspace, Centering centering);
/// Changes the similarity. `id`: one of similarities().
void setSimilarity(Workspace &workspace, const std::string &id);

/// Requirements of an action, in addition to open data.
enum class Need {
    Truth = 1,
    Prepared = 2,
    Anchors = 4, ///< anchors known in both spaces: seeds, or the anchors of a run
};
Q_DECLARE_FLAGS(Needs, Need)
Q_DECLARE_OPERATORS_FOR_FLAGS(Needs)

/// Reason, as text for the user, why an action with these requirements is unavailable; empty: it is available.
QString obstacle(const Workspace &workspace, Needs needs = {});

} // namespace anchorscope::gui
