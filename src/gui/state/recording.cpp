// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/state/recording.h"

#include "core/product.h"
#include "core/projection/axisalignment.h"
#include "core/projection/relative.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

std::size_t bytesOf(const RecordedIteration &one)
{
    const Index numbers = one.anchorsOfY.size() + one.metric.directionsOfX.size() + one.metric.directionsOfY.size();
    return static_cast<std::size_t>(numbers) * sizeof(float);
}

/// Number of iterations that fit into `bytes` if each takes `one` bytes; at least 8.
std::size_t framesWithin(std::size_t bytes, std::size_t one)
{
    return std::max<std::size_t>(8, bytes / std::max<std::size_t>(1, one));
}

} // namespace

void Recording::fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchorsOfX,
                         const std::shared_ptr<const Matrix> &before, const RunContext &context)
{
    const Matrix rx = relativeTo(x, anchorsOfX, similarities().front(), context);
    Pca fitted = fitPca({rx}, {}, context);
    if (fitted.empty())
        return;
    auto coordinates = std::make_shared<Matrix>(fitted.project(rx, context));
    if (context.cancelled())
        return;
    if (before) {
        const Matrix turn = alignedAxes({{*coordinates, *before}});
        fitted = rotated(fitted, turn);
        *coordinates = *coordinates * turn;
    }
    frame = std::move(fitted);
    coordinatesOfX = std::move(coordinates);
}

std::shared_ptr<const Recording::Frames> Recording::saved() const
{
    if (m_frames.empty())
        return nullptr;
    std::size_t largest = 0;
    for (const Frame &each : m_frames)
        largest = std::max(largest, bytesOf(each));
    const std::size_t count = std::min(m_frames.size(), framesWithin(maxBytesSaved, largest));
    auto few = std::make_shared<Frames>();
    for (std::size_t i = 0; i < count; ++i)
        few->push_back(m_frames[count < 2 ? 0 : i * (m_frames.size() - 1) / (count - 1)]);
    return few;
}

void Recording::add(const IterationView &view)
{
    const int iteration = view.stats.iteration;
    if ((iteration - 1) % m_stride != 0)
        return;
    Frame now{iteration, view.anchorsOfY, view.metric ? *view.metric : CanonicalMetric()};
    if (m_frames.size() >= framesWithin(maxBytes, bytesOf(now))) {
        m_stride *= 2;
        std::erase_if(m_frames, [this](const Frame &kept) { return (kept.iteration - 1) % m_stride != 0; });
        if ((iteration - 1) % m_stride != 0)
            return;
    }
    m_frames.push_back(std::move(now));
}

int Recording::frameAt(int iteration) const
{
    const auto after = std::upper_bound(m_frames.begin(), m_frames.end(), iteration,
                                        [](int value, const Frame &kept) { return value < kept.iteration; });
    return std::max(0, static_cast<int>(after - m_frames.begin()) - 1);
}

Matrix Recording::coordinatesOfY(const Matrix &y, const Matrix &anchorsOfY) const
{
    // Coordinates of the relative vectors Y Aᵀ along the components C, as Y (C A)ᵀ − C mean: Y Aᵀ would be large.
    const Matrix axes = frame.components * anchorsOfY;
    Matrix coordinates = productTransposed(y, axes);
    coordinates.rowwise() -= (frame.components * frame.mean).transpose();
    return coordinates;
}

} // namespace anchorscope::gui
