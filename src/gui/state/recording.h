// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// The anchors (and the metric) of a run at its iterations, to go back to. Where a run is long, every second, fourth, …
/// iteration is kept, so that it stays within its memory. Filled on the computing thread, read-only afterwards.
class Recording
{
public:
    static constexpr std::size_t maxBytes = 64u << 20;
    static constexpr std::size_t maxBytesSaved = 8u << 20; ///< in a session

    using Frame = RecordedIteration;
    using Frames = std::vector<Frame>;

    Recording() = default;
    explicit Recording(Frames frames) : m_frames(std::move(frames)) {}

    /// What the run is drawn in: the principal components of R_X, which do not move.
    Pca frame;
    std::shared_ptr<const Matrix> pictureOfX; ///< n × p in that frame

    /// Computes the frame and the picture of X; both stay empty if cancelled. The axes are turned to stay near a
    /// picture of X before (null: there is none; core/projection/axisalignment.h).
    void fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchorsOfX,
                  const std::shared_ptr<const Matrix> &before, const RunContext &context);
    void add(const IterationView &view);
    const Frames &frames() const { return m_frames; }
    /// What a session keeps: iterations evenly among all, with the first and the last. Null if there are none.
    std::shared_ptr<const Frames> saved() const;
    /// Position of the last frame at or before an iteration (the first where there is none).
    int frameAt(int iteration) const;
    /// R_Y of a frame in the picture's components: m × p. y: m × dy unit rows.
    Matrix pictureOfY(const Matrix &y, const Matrix &anchorsOfY) const;

private:
    Frames m_frames;
    int m_stride = 1;
};

} // namespace anchorscope::gui
