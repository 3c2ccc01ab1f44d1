// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/display/framechoice.h"

#include "core/data/itemcoordinates.h"
#include "gui/style/plaintext.h"
#include "gui/style/tr.h"

#include <algorithm>

namespace anchorscope::gui {

std::vector<FrameChoice> frameChoices(const Workspace &workspace)
{
    std::vector<FrameChoice> choices{{tr("Automatic"), PanelFrame::Automatic},
                                     {tr("Components"), PanelFrame::Components},
                                     {tr("Dimensions"), PanelFrame::Dimensions},
                                     {tr("Map"), PanelFrame::Map},
                                     {tr("Neighbours"), PanelFrame::Neighbours}};
    if (!workspace.hasData())
        return choices;
    for (const std::string &title : coordinatesTitles(workspace.data()->set(Side::x), workspace.data()->set(Side::y)))
        choices.push_back({shownName(QString::fromStdString(title), longestInLabel), PanelFrame::Own, title});
    return choices;
}

int chosenFrame(const Workspace &workspace, const std::vector<FrameChoice> &choices)
{
    const ViewState &view = workspace.view();
    const auto found = std::ranges::find_if(choices, [&](const FrameChoice &each) {
        return each.frame == view.frame && (view.frame != PanelFrame::Own || each.own == view.ownFrame);
    });
    return found == choices.end() ? -1 : static_cast<int>(found - choices.begin());
}

void chooseFrame(Workspace &workspace, const FrameChoice &choice)
{
    workspace.changeView(tr("Change the frame"), [&](ViewState &view) {
        view.frame = choice.frame;
        view.ownFrame = choice.own;
    });
}

} // namespace anchorscope::gui
