// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QLabel;

namespace anchorscope::gui {

/// Widgets that all pages with measured scores have in common.
struct ScoreParts
{
    QAbstractButton *measure;
    QLabel *note, *provenance;
    QAbstractButton *copy = nullptr, *command = nullptr;
};

/// State of a measurement, as a page shows it.
struct ScoreState
{
    QString obstacle;   ///< reason why nothing can be measured; empty if it can
    QString busyNote;   ///< note that is shown while the measurement runs
    QString emptyNote;  ///< note that is shown before the first measurement
    QString provenance; ///< provenance of the scores that are shown
    bool measuring = false, measured = false, current = false;
    bool repeatable = true; ///< true if a command can repeat the measurement
};

void showScoreState(const ScoreParts &parts, const ScoreState &state);

} // namespace anchorscope::gui
