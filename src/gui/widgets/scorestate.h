// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QLabel;

namespace anchorscope::gui {

/// Widgets with which a page starts a measurement, describes its result and copies it.
struct ScoreParts
{
    QAbstractButton *measure;
    QLabel *note, *provenance;
    QAbstractButton *copy = nullptr, *command = nullptr;
};

struct ScoreState
{
    QString obstacle; ///< reason why scores cannot be measured now; empty: none
    QString busyNote;
    QString emptyNote;
    QString provenance;
    bool measuring = false, measured = false, current = false;
    bool repeatable = true; ///< true if a command can repeat the measurement
};

void showScoreState(const ScoreParts &parts, const ScoreState &state);

} // namespace anchorscope::gui
