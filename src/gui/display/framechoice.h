// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QString>

namespace anchorscope::gui {

/// Entry in the list of coordinates for the absolute panels.
struct FrameChoice
{
    QString name;
    PanelFrame frame = PanelFrame::Automatic;
    std::string own = {}; ///< title of the coordinates, if they are the file's own
};
/// Entries of this list: automatic, components, dimensions, map, neighbours, then the coordinates of the file.
std::vector<FrameChoice> frameChoices(const Workspace &workspace);
/// Index of the chosen coordinates in `choices`, or −1.
int chosenFrame(const Workspace &workspace, const std::vector<FrameChoice> &choices);
void chooseFrame(Workspace &workspace, const FrameChoice &choice);

} // namespace anchorscope::gui
