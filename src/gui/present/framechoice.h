// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QString>

namespace anchorscope::gui {

/// Choice of the coordinates of both absolute panels.
struct FrameChoice
{
    QString name;
    PanelFrame frame = PanelFrame::Automatic;
    std::string own = {}; ///< title of coordinates of the file
};
/// Automatic, components, dimensions, map and neighbours, then the coordinates of the file.
std::vector<FrameChoice> frameChoices(const Workspace &workspace);
/// Index of the current choice; −1 if it is not among them.
int chosenFrame(const Workspace &workspace, const std::vector<FrameChoice> &choices);
void chooseFrame(Workspace &workspace, const FrameChoice &choice);

} // namespace anchorscope::gui
