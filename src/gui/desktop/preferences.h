// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

namespace anchorscope::gui {

/// Preferences of the user, stored in QSettings. gui/style stores the theme and the text size.
struct Preferences
{
    /// Maximum number of computing threads; 0: one per core.
    int threads = 0;
    /// Maximum time in minutes between a change and its recovery copy.
    int autosaveMinutes = 2;
    /// True if the user is notified when a long job ends while a window of another program is active.
    bool notify = true;
    /// True if a start without files opens the most recent files instead of the start page.
    bool reopen = false;
    Index neighbours = Setup().retrieval.k; ///< default number of neighbours K for newly opened data
    QString lessons = {};                   ///< folder with the user's own lessons; empty: none

    bool operator==(const Preferences &) const = default;
};

constexpr int maxAutosaveMinutes = 30, maxNeighbours = 1000;

/// Reads the stored preferences; a default replaces an invalid value.
Preferences savedPreferences();
void savePreferences(const Preferences &preferences);

} // namespace anchorscope::gui
