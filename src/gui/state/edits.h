// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

namespace anchorscope::gui {

// Functions for edits that pages, tools and lessons share, with their names in the history, and for messages about
// missing requirements.

/// Returns the pairs of a list whose items belong to no seed yet.
std::vector<SeedPair> unpairedItems(const Workspace &workspace, const std::vector<SeedPair> &pairs);
/// Adds seeds to a setup and raises the number of anchors to the number of seeds if it is lower.
void appendSeeds(Setup &setup, const std::vector<SeedPair> &pairs);
void removeAllSeeds(Workspace &workspace);
void setCentering(Workspace &workspace, Centering centering);
/// Changes the similarity. `id`: one of similarities().
void setSimilarity(Workspace &workspace, const std::string &id);

/// Requirements of an action in addition to two spaces.
enum class Need {
    Truth = 1,
    Prepared = 2,
    Anchors = 4, ///< known anchors, that is, seeds or a run
};
Q_DECLARE_FLAGS(Needs, Need)
Q_DECLARE_OPERATORS_FOR_FLAGS(Needs)

/// Reason why an action with these needs is unavailable, for the user; empty if it is available.
QString obstacle(const Workspace &workspace, Needs needs = {});

} // namespace anchorscope::gui
