// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/pca.h"
#include "io/session/session.h"

namespace anchorscope::gui {

/// Recording of a run for replay: the anchors and CCA maps of its iterations. For a long run, it contains only every
/// 2nd, 4th, … iteration, so that it takes at most maxBytes. The thread of the run writes it; later it is read-only.
class Recording
{
public:
    static constexpr std::size_t maxBytes = 64u << 20;
    static constexpr std::size_t maxBytesSaved = 8u << 20;

    using Frame = RecordedIteration;
    using Frames = std::vector<Frame>;

    Recording() = default;
    explicit Recording(Frames frames) : m_frames(std::move(frames)) {}

    /// Axes of the run's plot: principal components of the relative vectors R_X of X, fixed during the run.
    Pca frame;
    std::shared_ptr<const Matrix> coordinatesOfX; ///< coordinates of R_X along `frame`, n × p

    /// Computes `frame` and `coordinatesOfX`; both stay empty if cancelled. `before`: coordinates of X in a previous
    /// plot, or null; the axes are rotated so that X stays close to them (core/projection/axisalignment.h).
    void fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchorsOfX,
                  const std::shared_ptr<const Matrix> &before, const RunContext &context);
    void add(const IterationView &view);
    const Frames &frames() const { return m_frames; }
    /// Iterations that a session stores, within maxBytesSaved: evenly spaced, with the first and the last. Null: none.
    std::shared_ptr<const Frames> saved() const;
    /// Index of the last recorded iteration that is not later than `iteration`; 0 if all are later.
    int frameAt(int iteration) const;
    /// Coordinates of Y's relative vectors along `frame`, m × p, with the anchors of one iteration. `y`: m unit vectors
    /// of Y.
    Matrix coordinatesOfY(const Matrix &y, const Matrix &anchorsOfY) const;

private:
    Frames m_frames;
    int m_stride = 1;
};

} // namespace anchorscope::gui
