// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Input of a job that measures the anchors in both spaces; the workspace may change while the job runs.
struct AnchoredInput
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions similarityNumbers = {};

    /// True if both spaces are pre-processed and the similarity of the setup exists.
    bool ready() const { return spaces && similarity; }
    const Correspondence &truth() const { return data->pair.pairing; }
    /// References to the spaces and anchors; this object must outlive them. Like representation(), requires ready().
    AnchoredPair pair() const { return {*spaces.x, *spaces.y, anchors, *similarity, similarityNumbers}; }
    RepresentationInput representation() const
    {
        return {*spaces.x, *spaces.y, anchors, truth(), *similarity, similarityNumbers};
    }
};

AnchoredInput anchoredInput(const Workspace &workspace);

} // namespace anchorscope::gui
