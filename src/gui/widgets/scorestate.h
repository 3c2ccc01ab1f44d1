// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QLabel;

namespace anchorscope::gui {

/// Widgets for starting and describing a measurement, on every page with measured scores.
struct ScoreParts
{
    QAbstractButton *measure;
    QLabel *note, *provenance;
    QAbstractButton *copy = nullptr, *command = nullptr;
};

/// State of a measurement, for display on a page.
struct ScoreState
{
    QString obstacle;   ///< reason why scores cannot be measured now; empty if they can
    QString busyNote;   ///< note shown while the measurement runs
    QString emptyNote;  ///< note shown while nothing has been measured
    QString provenance; ///< text about the spaces and settings with which the scores on the page were measured
    bool measuring = false, measured = false, current = false;
    bool repeatable = true; ///< whether a command for the command line can repeat the measurement
};

void showScoreState(const ScoreParts &parts, const ScoreState &state);

} // namespace anchorscope::gui
