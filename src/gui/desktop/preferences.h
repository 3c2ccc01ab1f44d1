// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

namespace anchorscope::gui {

/// Preferences for every session, stored in the settings; gui/style stores theme and text size.
struct Preferences
{
    int threads = 0;         ///< maximum number of compute threads; 0: number of cores
    int autosaveMinutes = 2; ///< maximum time without a copy of unsaved work, in minutes
    bool notify = true;      ///< true: notifies about the end of a long job while another window is active
    bool reopen = false;     ///< true: a start without files reopens the last ones instead of showing the start page
    Index neighbours = Setup().retrieval.k; ///< default number of neighbours K for new data
    QString lessons = {};                   ///< folder with the user's own lessons; empty: none

    bool operator==(const Preferences &) const = default;
};

constexpr int maxAutosaveMinutes = 30, maxNeighbours = 1000;

/// Reads the stored preferences; invalid values get their defaults.
Preferences savedPreferences();
void savePreferences(const Preferences &preferences);

} // namespace anchorscope::gui
