// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

namespace anchorscope::gui {

/// What the user wants of every session, kept in the settings; theme and text size are kept by gui/style.
struct Preferences
{
    int threads = 0;         ///< of computations at most; 0: as many as the machine has
    int autosaveMinutes = 2; ///< that unsaved work is without a copy, at most
    bool notify = true;      ///< when a long job has ended and another window is active
    bool reopen = false;     ///< at a start without files: those that were opened last, not the start page
    Index neighbours = Setup().retrieval.k; ///< K of data that are opened
    QString lessons = {};                   ///< a folder of lessons of one's own; empty: none

    bool operator==(const Preferences &) const = default;
};

constexpr int maxAutosaveMinutes = 30, maxNeighbours = 1000;

/// The kept ones; what is no sensible value is that of a new Preferences.
Preferences savedPreferences();
void savePreferences(const Preferences &preferences);

} // namespace anchorscope::gui
