// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Changes the session so that the comparison of these two spaces is the current one, if the session contains it.
void choosePair(Session &session, const std::string &spaceX, const std::string &spaceY);

/// Stores the ids of all items that are used as seeds or anchors (Session::itemsX, itemsY), so that they are found
/// again in reordered data. Items without ids are known by row only.
void nameItems(Session &session, const ItemTable &x, const ItemTable &y);

/// Changes that relocate() made to the items of a session.
struct Relocation
{
    bool byId = false;                 ///< true if rows were checked by id: both the session and the data have ids
    Index moved = 0;                   ///< number of items that are in a different row now
    std::vector<std::string> lost;     ///< ids that are missing in the data
    Index seedsLost = 0;               ///< number of seed pairs removed because of missing ids
    std::vector<std::string> runsLost; ///< names of the runs removed because of missing ids
    bool scoresLost = false;           ///< true if scores were removed because items have moved

    bool changed() const { return moved > 0 || !lost.empty(); }
    /// Sentences for the user about all changes; empty if no item has moved.
    std::vector<std::string> sentences() const;
};

/// Moves the seeds and anchors of a session to the rows that their ids have in these data. Seed pairs and whole runs
/// with missing items are removed. If any rows have changed, results for all items (correspondences, scores) are
/// removed as well; found anchors are vectors and remain. Does nothing without ids.
Relocation relocate(Session &session, const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
