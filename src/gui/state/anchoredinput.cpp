// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/anchoredinput.h"

namespace anchorscope::gui {

AnchoredInput anchoredInput(const Workspace &workspace)
{
    return {workspace.data(), workspace.prepared(), workspace.hasData() ? workspace.knownAnchors() : AnchorSet(),
            findSimilarity(workspace.setup().similarity), workspace.setup().similarityNumbers};
}

} // namespace anchorscope::gui
