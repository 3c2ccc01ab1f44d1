// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "gui/state/workspace.h"

namespace anchorscope::gui {

/// Input of a job that measures anchors in both spaces. The job owns it, so the workspace may change in the meantime.
struct AnchoredInput
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions similarityNumbers = {};

    /// True once the spaces are prepared.
    bool ready() const { return spaces && similarity; }
    const Correspondence &truth() const { return data->pair.pairing; }
    /// Pair of spaces with anchors as views of this object, which must outlive them. Requires ready(), like
    /// representation().
    AnchoredPair pair() const { return {*spaces.x, *spaces.y, anchors, *similarity, similarityNumbers}; }
    RepresentationInput representation() const
    {
        return {*spaces.x, *spaces.y, anchors, truth(), *similarity, similarityNumbers};
    }
};

/// Returns the input for a job, with the anchors of Workspace::knownAnchors().
AnchoredInput anchoredInput(const Workspace &workspace);

} // namespace anchorscope::gui
