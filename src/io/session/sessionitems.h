// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/session/session.h"

namespace anchorscope::io {

/// Looks at the pair of these spaces, where a session holds it; else everything stays.
void choosePair(Session &session, const std::string &spaceX, const std::string &spaceY);

/// Notes the ids of all items that a session's seeds and anchors name (Session::itemsX, itemsY), so that they are found
/// again in data of another order. Items without ids are known by row only.
void nameItems(Session &session, const ItemTable &x, const ItemTable &y);

/// What became of the items that a session names, in the data that are there now.
struct Relocation
{
    bool byId = false;                 ///< rows were checked by id: the session has ids, and the data have some
    Index moved = 0;                   ///< items that stand in another row
    std::vector<std::string> lost;     ///< ids that the data do not have
    Index seedsLost = 0;               ///< seed pairs left out because of them
    std::vector<std::string> runsLost; ///< names of runs left out because of them
    bool scoresLost = false;           ///< scores of items in other rows were left out

    bool changed() const { return moved > 0 || !lost.empty(); }
    /// What a user should know, in sentences; empty where every item is in its row.
    std::vector<std::string> sentences() const;
};

/// Gives the seeds and anchors of a session the rows that their ids have in these data. What cannot be found goes: seed
/// pairs, whole runs. Where rows are others now, so do values of all items (correspondences, scores); the found anchors
/// themselves are vectors and stay. Without ids nothing happens.
Relocation relocate(Session &session, const ItemTable &x, const ItemTable &y);

} // namespace anchorscope::io
