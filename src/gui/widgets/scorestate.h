// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractButton;
class QLabel;

namespace anchorscope::gui {

/// The parts that pages of measured scores have in common.
struct ScoreParts
{
    QAbstractButton *measure;
    QLabel *note, *provenance;
    QAbstractButton *copy = nullptr, *command = nullptr;
};

/// How a measurement stands.
struct ScoreState
{
    QString obstacle;   ///< why nothing can be measured now; empty: it can
    QString busyNote;   ///< shown while it runs
    QString emptyNote;  ///< shown before the first one
    QString provenance; ///< what the shown numbers were measured with
    bool measuring = false, measured = false, current = false;
    bool repeatable = true; ///< there is a command that repeats it
};

void showScoreState(const ScoreParts &parts, const ScoreState &state);

} // namespace anchorscope::gui
