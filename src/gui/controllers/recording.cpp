// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/recording.h"

#include "core/product.h"

#include <algorithm>

namespace anchorscope::gui {

void Recording::add(const IterationView &view)
{
    const int iteration = view.stats.iteration;
    if ((iteration - 1) % m_stride != 0)
        return;
    const auto bytes = std::max<std::size_t>(1, static_cast<std::size_t>(view.anchorsOfY.size()) * sizeof(float));
    if (m_frames.size() >= std::max<std::size_t>(8, mostBytes / bytes)) {
        m_stride *= 2;
        std::erase_if(m_frames, [this](const Frame &kept) { return (kept.iteration - 1) % m_stride != 0; });
        if ((iteration - 1) % m_stride != 0)
            return;
    }
    m_frames.push_back({iteration, view.anchorsOfY});
}

int Recording::frameAt(int iteration) const
{
    const auto after = std::upper_bound(m_frames.begin(), m_frames.end(), iteration,
                                        [](int wanted, const Frame &kept) { return wanted < kept.iteration; });
    return std::max(0, static_cast<int>(after - m_frames.begin()) - 1);
}

Matrix Recording::pictureOfY(const Matrix &y, const Matrix &anchorsOfY) const
{
    // R_Y = Y A_Yᵀ is linear in Y, so its components C need no m × k product: Y (C A_Y)ᵀ − C mean.
    const Matrix axes = frame.components * anchorsOfY;
    Matrix coordinates = productTransposed(y, axes);
    coordinates.rowwise() -= (frame.components * frame.mean).transpose();
    return coordinates;
}

} // namespace anchorscope::gui
