// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QString>

namespace anchorscope::gui {

struct FrameChoice
{
    QString name;
    PanelFrame frame = PanelFrame::Automatic;
    std::string own = {}; ///< title of coordinates from the file; otherwise empty
};
/// Coordinates that the user can choose for the absolute panels; those of the file are last.
std::vector<FrameChoice> frameChoices(const Workspace &workspace);
/// Index of the view's coordinates in `choices`; −1: not found.
int chosenFrame(const Workspace &workspace, const std::vector<FrameChoice> &choices);
void chooseFrame(Workspace &workspace, const FrameChoice &choice);

} // namespace anchorscope::gui
