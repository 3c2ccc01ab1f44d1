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

/// Which points have their names drawn at a scale. A name claims a box to the right of its point, with room around it
/// that shrinks as one looks closer. No two claims overlap; what is shown at a scale depends on the scale alone, so it
/// stays while the view is moved, and a name that is shown stays shown closer (active ranges; Been, Daiches & Yap, IEEE
/// TVCG 12(5), 2006).
class NameLevels
{
public:
    NameLevels() = default;
    /// points: n × 2. width: pixels of a point's name, 0 for none. candidates: rows, the first ones preferred.
    NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
               const std::function<float(int)> &width, float height);

    /// The rows with names at so many pixels per data unit, preferred ones first. Levels are computed when they are
    /// first asked for, in time linear in the number of candidates each.
    std::span<const int> at(double scale);
    bool empty() const { return m_shown.empty() && m_firstWaiting == m_waiting.size(); }
    const Matrix *points() const { return m_points.get(); }

    /// Room around a name at a level, and the level of a scale (below 0: no names).
    static QSizeF roomAt(int level);
    int levelOf(double scale) const;

private:
    struct Candidate
    {
        int row;
        float x, y; ///< data
        float width;
        std::int32_t blocker; ///< the place in m_kept of a name in its way, or −1
    };
    class Table;
    void addLevel();

    std::shared_ptr<const Matrix> m_points;
    std::vector<Candidate> m_kept, m_waiting; ///< those that wait from m_firstWaiting on
    std::size_t m_firstWaiting = 0;
    std::vector<int> m_shown;        ///< rows of m_kept
    std::vector<std::size_t> m_ends; ///< of each level in m_shown
    double m_firstScale = 1;
    float m_height = 0, m_widest = 0;
};

/// A label that is to stand beside its point, or on it.
struct LabelRequest
{
    QPointF at;          ///< data
    QSizeF size;         ///< pixels
    double clear;        ///< pixels around the point that stay free; below 0: the label stands on the point
    bool always = false; ///< where no place is free it stands at the right, over what is there
};

/// Boxes for labels in pixels from the place of the data's origin, y down; null for those without room. Earlier
/// requests come first; each takes the first free of eight places. `taken`: boxes that are not free.
std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken = {});

} // namespace anchorscope::gui
