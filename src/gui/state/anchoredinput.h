// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// What a job reads that measures anchors in both spaces. The job owns it, so the window may go on meanwhile.
struct AnchoredInput
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions similarityNumbers = {};

    /// False until the spaces are prepared.
    bool ready() const { return spaces && similarity; }
    const Correspondence &truth() const { return data->pair.pairing; }
    /// Only if ready(); these refer to this object.
    AnchoredPair pair() const { return {*spaces.x, *spaces.y, anchors, *similarity, similarityNumbers}; }
    RepresentationInput representation() const
    {
        return {*spaces.x, *spaces.y, anchors, truth(), *similarity, similarityNumbers};
    }
};

/// With the workspace's known anchors: those of the chosen run, else the seeds.
AnchoredInput anchoredInput(const Workspace &workspace);

} // namespace anchorscope::gui
