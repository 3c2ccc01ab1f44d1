// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/sessioncontroller.h"

namespace anchorscope::gui {

/// Preferences of the user for all sessions, stored in the user's settings (QSettings). The theme and the text size are
/// stored by gui/style.
struct Preferences
{
    /// Maximum number of threads that compute; 0: the number of cores.
    int threads = 0;
    /// Maximum time in minutes until changes are in a recovery copy.
    int autosaveMinutes = 2;
    /// Whether the user is notified about the end of a long job while another window is active.
    bool notify = true;
    /// Whether a start without files opens the most recent files instead of the start page.
    bool reopen = false;
    Index neighbours = Setup().retrieval.k; ///< number of neighbours K that newly opened data begin with
    QString lessons = {};                   ///< folder with the user's own lessons; empty: there is none

    bool operator==(const Preferences &) const = default;
};

constexpr int maxAutosaveMinutes = 30, maxNeighbours = 1000;

/// Reads the stored preferences; an invalid value is replaced by its default.
Preferences savedPreferences();
void savePreferences(const Preferences &preferences);

} // namespace anchorscope::gui
