// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace anchorscope {

/// What the data must have for an experiment to measure anything.
struct ExperimentNeeds
{
    bool manySpaces = false; ///< it compares the spaces of one file, all over the same items, not X and Y
    bool labels = false;
    bool images = false;
    bool seedsSuffice = false; ///< where no pairing is known the user's seeds will do; it draws no anchors
};

/// What an experiment, or another command, reads of ExperimentOptions; all read first seed and pre-processing. Command
/// line and window offer, refuse, write and show by it.
struct SettingsRead
{
    bool anchors = false;      ///< how many are drawn
    bool seedPairs = false;    ///< pairs that the user names
    bool seeds = false;        ///< how many are drawn
    bool method = false;       ///< how anchors are found, from what start, in what order of the items
    bool search = false;       ///< what else the methods read, and their limits
    bool side = false;         ///< whose anchors are found
    bool similarity = false;   ///< and the numbers of the one that is chosen
    bool learned = false;      ///< it learns anchors, by the numbers of the whitened similarity
    bool k = false;            ///< neighbours
    bool exact = false;        ///< the limit of items that are all asked for
    bool scoreAnchors = false; ///< whether anchors are scored, too
    bool head = false;
    bool headInput = false;
    bool trainShare = false;
    bool methods = false;       ///< the rows of the table
    bool everyCentring = false; ///< no pre-processing is chosen: all are measured
};

/// One experiment of the papers (core/README.md, 11). `anchorscope-cli experiment <id>` and the window's page of
/// experiments offer those of experiments(); each has a file of its own, of the same name in core, cli and gui.
struct Experiment
{
    const char *id;     ///< on the command line
    const char *label;  ///< on screen
    const char *about;  ///< one sentence
    const char *papers; ///< the tables and figures that it repeats; may be empty
    ExperimentNeeds needs;
    SettingsRead reads;
};

/// In the order of menus. What compares X and Y needs items whose partner is known.
std::span<const Experiment> experiments();

/// Null if there is none of that id.
const Experiment *findExperiment(std::string_view id);

} // namespace anchorscope
