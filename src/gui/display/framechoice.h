// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QString>

namespace anchorscope::gui {

/// Entry of the list in which the user chooses the coordinates of the absolute panels.
struct FrameChoice
{
    QString name;
    PanelFrame frame = PanelFrame::Automatic;
    std::string own = {}; ///< title of the coordinates if the file contains them; otherwise empty
};
/// Coordinates that the user can choose, such as principal components or a geographic map; last, those of the file.
std::vector<FrameChoice> frameChoices(const Workspace &workspace);
/// Index of the view's coordinates in `choices`; −1 if they are not in the list.
int chosenFrame(const Workspace &workspace, const std::vector<FrameChoice> &choices);
void chooseFrame(Workspace &workspace, const FrameChoice &choice);

} // namespace anchorscope::gui
