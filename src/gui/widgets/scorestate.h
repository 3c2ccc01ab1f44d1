// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QLabel;

namespace anchorscope::gui {

/// Widgets that all pages with measured scores have.
struct ScoreParts
{
    QAbstractButton *measure;
    QLabel *note, *provenance;
    QAbstractButton *copy = nullptr, *command = nullptr;
};

/// State of a measurement.
struct ScoreState
{
    QString obstacle;   ///< reason why nothing can be measured; empty if it can
    QString busyNote;   ///< shown while it runs
    QString emptyNote;  ///< shown before the first measurement
    QString provenance; ///< provenance of the shown numbers
    bool measuring = false, measured = false, current = false;
    bool repeatable = true; ///< true if a command can repeat it
};

void showScoreState(const ScoreParts &parts, const ScoreState &state);

} // namespace anchorscope::gui
