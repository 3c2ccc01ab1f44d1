// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/matrix.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace anchorscope::gui {

/// Selection of the points whose names are drawn at a scale. Each name needs a box to the right of its point, with a
/// margin that shrinks when zooming in. Boxes never overlap. The selection depends on the scale alone, so it is stable
/// while panning, and a name shown at one scale stays at all larger ones (active ranges; Been, Daiches & Yap, IEEE TVCG
/// 12(5), 2006).
class NameLevels
{
public:
    NameLevels() = default;
    /// `points`: n × 2. `candidates`: rows, the first ones preferred. `width`: pixels of a point's name, 0 for none.
    NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
               const std::function<float(int)> &width, float height);

    /// Rows with names at `scale` pixels per data unit, preferred ones first. Levels are computed when first requested,
    /// in time linear in their number of candidates.
    std::span<const int> at(double scale);
    bool empty() const { return m_shown.empty() && m_firstWaiting == m_waiting.size(); }
    const Matrix *points() const { return m_points.get(); }

    /// Free space around a name at a level, in pixels.
    static QSizeF roomAt(int level);
    int levelOf(double scale) const; ///< below 0: no names at this scale

private:
    struct Candidate
    {
        int row;
        float x, y; ///< position in data coordinates
        float width;
        std::int32_t blocker; ///< position in m_kept of a name that overlaps it, or −1
    };
    class Table;
    void addLevel();

    std::shared_ptr<const Matrix> m_points;
    std::vector<Candidate> m_kept, m_waiting; ///< m_waiting: valid from m_firstWaiting on
    std::size_t m_firstWaiting = 0;
    std::vector<int> m_shown;        ///< rows of m_kept
    std::vector<std::size_t> m_ends; ///< end of each level in m_shown
    double m_firstScale = 1;
    float m_height = 0, m_widest = 0;
};

/// Request for a label beside a point, or centred on it.
struct LabelRequest
{
    QPointF at;          ///< position in data coordinates
    QSizeF size;         ///< size in pixels
    double clear;        ///< pixels kept free around the point; below 0: centred on the point
    bool always = false; ///< placed at the right, overlapping others, if no position is free
};

/// Boxes for labels in pixels relative to the data's origin, y down; null if a label does not fit. Earlier requests
/// have priority; each gets the first free of eight positions. `taken`: occupied boxes.
std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken = {});

} // namespace anchorscope::gui
