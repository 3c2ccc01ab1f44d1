// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Recording of a run for replay: the anchors and the CCA maps at each iteration. Of a long run, only every 2nd, 4th, …
/// iteration is stored, so that the recording has at most maxBytes. It is filled on the thread of the run, and
/// read-only afterwards.
class Recording
{
public:
    static constexpr std::size_t maxBytes = 64u << 20;
    /// Maximum size of the recording that a session stores, in bytes.
    static constexpr std::size_t maxBytesSaved = 8u << 20;

    using Frame = RecordedIteration;
    using Frames = std::vector<Frame>;

    Recording() = default;
    explicit Recording(Frames frames) : m_frames(std::move(frames)) {}

    /// Principal components of the relative vectors R_X of X, the axes of the plot of the run; not changed during the
    /// run.
    Pca frame;
    std::shared_ptr<const Matrix> coordinatesOfX; ///< coordinates of R_X along the components `frame`, n × p

    /// Computes `frame` and `coordinatesOfX`; both remain empty if cancelled. `before`: coordinates of X in a previous
    /// plot, or null; the axes are rotated so that X stays close to them (core/projection/axisalignment.h).
    void fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchorsOfX,
                  const std::shared_ptr<const Matrix> &before, const RunContext &context);
    void add(const IterationView &view);
    const Frames &frames() const { return m_frames; }
    /// Recorded iterations that a session stores, within maxBytesSaved: evenly spaced, including the first and the
    /// last. Null if nothing was recorded.
    std::shared_ptr<const Frames> saved() const;
    /// Index of the last recorded iteration that is not after `iteration`; 0 if all are after it.
    int frameAt(int iteration) const;
    /// Coordinates of Y's relative vectors along the components `frame`, m × p. `y`: the m vectors of Y, scaled to unit
    /// length; `anchorsOfY`: anchors of one iteration.
    Matrix coordinatesOfY(const Matrix &y, const Matrix &anchorsOfY) const;

private:
    Frames m_frames;
    int m_stride = 1;
};

} // namespace anchorscope::gui
