// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/scorestate.h"

#include "gui/style/plaintext.h"
#include "gui/style/tr.h"

#include <QAbstractButton>
#include <QLabel>

namespace anchorscope::gui {

namespace {

QString noteOf(const ScoreState &state)
{
    if (state.measuring)
        return state.busyNote;
    if (!state.obstacle.isEmpty())
        return state.obstacle;
    if (!state.measured)
        return state.emptyNote;
    return state.current ? QString()
                         : tr("Out of date: seeds, anchors or parameters have changed since this was measured.");
}

} // namespace

void showScoreState(const ScoreParts &parts, const ScoreState &state)
{
    parts.measure->setEnabled(state.obstacle.isEmpty() && !state.measuring);
    parts.measure->setToolTip(tooltipText(state.obstacle));
    if (parts.copy)
        parts.copy->setEnabled(state.measured);
    if (parts.command) {
        parts.command->setEnabled(state.current && state.repeatable);
        parts.command->setToolTip(!state.current     ? tr("Measure first, then copy the command that repeats it")
                                  : state.repeatable ? tr("Copy the command that repeats this measurement")
                                                     : tr("Save the session, then copy the command that repeats this"));
    }
    const QString note = noteOf(state);
    parts.note->setText(note);
    parts.note->setVisible(!note.isEmpty());
    parts.provenance->setText(state.measured ? state.provenance : QString());
}

} // namespace anchorscope::gui
