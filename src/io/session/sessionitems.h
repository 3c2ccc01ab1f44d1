// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Makes the comparison of the spaces `spaceX` and `spaceY` the session's current one, if the session contains it.
void choosePair(Session &session, const std::string &spaceX, const std::string &spaceY);

/// Stores the ids of all seeds and anchors (Session::itemsX, itemsY), so that they can be found in data in another
/// order. Items without ids are stored by row only.
void nameItems(Session &session, const ItemTable &x, const ItemTable &y);

/// Changes that relocate() made to a session.
struct Relocation
{
    bool byId = false;
    Index moved = 0;                   ///< number of items whose row has changed
    std::vector<std::string> lost;     ///< ids of items that the data lack
    Index seedsLost = 0;               ///< number of seed pairs removed because the data lack an item
    std::vector<std::string> runsLost; ///< names of runs removed because the data lack an item
    bool scoresLost = false;           ///< true if scores were removed because items moved or are missing

    bool changed() const { return moved > 0 || !lost.empty(); }
    /// Returns sentences for the user about all changes; empty without changes.
    std::vector<std::string> sentences() const;
};

/// Replaces the row numbers of seeds and anchors by those that the same ids have in the opened data. Removes seed pairs
/// and runs with items that the data lack. If any row has changed, also removes correspondences and scores. Continuous
/// anchors remain, because they are vectors. Does nothing if the session or the data have no ids.
Relocation relocate(Session &session, const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
