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

/// Selects the points whose names are drawn at each scale (zoom). Each name needs a box to the right of its point, with
/// a margin that shrinks when zooming in. Boxes never overlap. The selection depends on the scale alone, so it is
/// stable while panning, and a name shown at one scale stays at all larger ones (active ranges; Been, Daiches & Yap,
/// IEEE TVCG 12(5), 2006).
class NameLevels
{
public:
    NameLevels() = default;
    /// Creates the selection. `points`: n × 2. `candidates`: rows, the first ones preferred. `width`: width of a
    /// point's name in pixels, 0 without a name.
    NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
               const std::function<float(int)> &width, float height);

    /// Rows whose names are drawn at `scale` pixels per data unit, preferred ones first. Levels are computed when first
    /// requested, in time linear in their number of candidates.
    std::span<const int> at(double scale);
    bool empty() const { return m_shown.empty() && m_firstWaiting == m_waiting.size(); }
    const Matrix *points() const { return m_points.get(); }

    /// Free space around a name at a level, in pixels.
    static QSizeF roomAt(int level);
    int levelOf(double scale) const; ///< level of a scale; below 0: no names at this scale

private:
    struct Candidate
    {
        int row;
        float x, y; ///< position of the point in data coordinates
        float width;
        std::int32_t blocker; ///< position in m_kept of a name that this one overlaps, or −1
    };
    class Table;
    void addLevel();

    std::shared_ptr<const Matrix> m_points;
    std::vector<Candidate> m_kept, m_waiting; ///< names that are placed, and names to place; m_waiting is valid from
                                              ///< m_firstWaiting on
    std::size_t m_firstWaiting = 0;
    std::vector<int> m_shown;        ///< rows of the names in m_kept
    std::vector<std::size_t> m_ends; ///< end of each level in m_shown
    double m_firstScale = 1;
    float m_height = 0, m_widest = 0;
};

/// Request for a label beside a point, or centred on it.
struct LabelRequest
{
    QPointF at;          ///< position of the point in data coordinates
    QSizeF size;         ///< size of the label in pixels
    double clear;        ///< pixels kept free around the point; below 0: centred on the point
    bool always = false; ///< true: placed at the right, overlapping others, if no position is free
};

/// Places labels: their boxes in pixels relative to the data's origin, y down; null if a label does not fit. Earlier
/// requests have priority; each gets the first free of eight positions. `taken`: occupied boxes.
std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken = {});

} // namespace anchorscope::gui
