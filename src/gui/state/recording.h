// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Anchors and metric of a run at its iterations, for replay. In long runs only every 2nd, 4th, … iteration is kept, to
/// stay within maxBytes. Filled on the computing thread, read-only afterwards.
class Recording
{
public:
    static constexpr std::size_t maxBytes = 64u << 20;
    static constexpr std::size_t maxBytesSaved = 8u << 20; ///< maximum size of a recording in a session, in bytes

    using Frame = RecordedIteration;
    using Frames = std::vector<Frame>;

    Recording() = default;
    explicit Recording(Frames frames) : m_frames(std::move(frames)) {}

    /// Principal components of R_X, in which the run is plotted; fixed during the run.
    Pca frame;
    std::shared_ptr<const Matrix> coordinatesOfX; ///< coordinates of R_X along the components in `frame`, n × p

    /// Computes `frame` and `coordinatesOfX`; both stay empty if cancelled. If `before` is not null, the axes are
    /// rotated to stay near this previous plot of X (core/projection/axisalignment.h).
    void fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchorsOfX,
                  const std::shared_ptr<const Matrix> &before, const RunContext &context);
    void add(const IterationView &view);
    const Frames &frames() const { return m_frames; }
    /// Iterations that a session stores: evenly spaced, including the first and the last, within maxBytesSaved. Null if
    /// nothing was recorded.
    std::shared_ptr<const Frames> saved() const;
    /// Position of the last frame at or before an iteration; 0 if the iteration precedes all frames.
    int frameAt(int iteration) const;
    /// Coordinates of R_Y in the components of `frame`, m × p, for the anchors of one iteration. `y`: m × dy unit rows.
    Matrix coordinatesOfY(const Matrix &y, const Matrix &anchorsOfY) const;

private:
    Frames m_frames;
    int m_stride = 1;
};

} // namespace anchorscope::gui
