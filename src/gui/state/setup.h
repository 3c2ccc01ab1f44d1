// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/stitching.h"
#include "core/optimize/optimizer.h"

#include <QFlags>

namespace anchorscope::gui {

/// All that the user chooses about a comparison. A value: undo keeps the one before.
struct Setup
{
    Centering centering = Centering::center;
    std::string similarity = "cosine";
    std::vector<SeedPair> seeds;
    Index anchorCount = 300;
    OptimizeOptions options;   ///< options.seed is the one seed of every random choice
    int chosenRun = -1;        ///< position in the list of runs, −1: none
    Index k = 10;              ///< of the retrieval metrics
    bool scoreAnchors = false; ///< anchors are queries, too
    std::string head = "softmax";
    HeadInput headInput = HeadInput::l2;
    std::vector<std::string> methods; ///< ids of the rows that are measured; empty: as MethodChoice
};

/// What differs between two setups, as far as somebody has to compute anew.
enum class SetupChange {
    Centering = 1,
    Similarity = 2,
    Anchors = 4, ///< seeds, number of anchors, seed of the random ones
    Options = 8,
    Run = 16,
    Scoring = 32,
};
Q_DECLARE_FLAGS(SetupChanges, SetupChange)
Q_DECLARE_OPERATORS_FOR_FLAGS(SetupChanges)

/// That many anchors, but half of the items where all of them would be anchors: the others are scored.
Index anchorsAmong(Index items, Index wanted);

SetupChanges difference(const Setup &before, const Setup &after);

} // namespace anchorscope::gui
