// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimize/optimizer.h"
#include "core/projection/pca.h"

#include <memory>

namespace anchorscope::gui {

/// The anchors of a run at its iterations, to go back to. Where a run is long, every second, fourth, … iteration is
/// kept, so that it stays within its memory. Filled on the computing thread, read-only afterwards.
class Recording
{
public:
    static constexpr std::size_t mostBytes = 64u << 20;

    struct Frame
    {
        int iteration = 0;
        Matrix anchorsOfY; ///< k × dy
    };

    /// What the run is drawn in: the principal components of R_X, which do not move.
    Pca frame;
    std::shared_ptr<const Matrix> pictureOfX; ///< n × p in that frame

    void add(const IterationView &view);
    const std::vector<Frame> &frames() const { return m_frames; }
    /// Position of the last frame at or before an iteration (the first where there is none).
    int frameAt(int iteration) const;
    /// R_Y of a frame in the picture's components: m × p. y: m × dy unit rows.
    Matrix pictureOfY(const Matrix &y, const Matrix &anchorsOfY) const;

private:
    std::vector<Frame> m_frames;
    int m_stride = 1;
};

} // namespace anchorscope::gui
