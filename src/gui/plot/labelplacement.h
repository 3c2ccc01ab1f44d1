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

/// Selects the points whose names are drawn at each scale (zoom). A name needs a box to the right of its point, with a
/// margin that shrinks when the user zooms in; boxes never overlap. The selection depends on the scale alone, so it
/// does not change while panning, and a name drawn at one scale is drawn at all larger scales (active ranges; Been,
/// Daiches & Yap, IEEE TVCG 12(5), 2006).
class NameLevels
{
public:
    NameLevels() = default;
    /// Prepares the selection of names. `points`: n × 2 coordinates. `candidates`: rows of points with names, in order
    /// of preference. `width`: width of a point's name in pixels, 0 without a name. `height`: height of all names.
    NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
               const std::function<float(int)> &width, float height);

    /// Rows of the points whose names are drawn at `scale` pixels per data unit, in order of preference. A level of
    /// zoom is computed when it is first requested, in time linear in its number of candidates.
    std::span<const int> at(double scale);
    bool empty() const { return m_shown.empty() && m_firstWaiting == m_waiting.size(); }
    const Matrix *points() const { return m_points.get(); }

    /// Free space required around a name at a level of zoom, in pixels.
    static QSizeF roomAt(int level);
    /// Index of the level of zoom for a scale; below 0 if no names are drawn at this scale.
    int levelOf(double scale) const;

private:
    struct Candidate
    {
        int row;
        float x, y; ///< position of the point in data coordinates
        float width;
        std::int32_t blocker; ///< index in m_kept of a name that overlaps this name; −1 if none is known
    };
    class Table;
    void addLevel();

    std::shared_ptr<const Matrix> m_points;
    /// Names that have been placed, and names that still wait for space: those in m_waiting from m_firstWaiting on.
    std::vector<Candidate> m_kept, m_waiting;
    std::size_t m_firstWaiting = 0;
    std::vector<int> m_shown;        ///< rows of the points whose names are in m_kept
    std::vector<std::size_t> m_ends; ///< for each level of zoom, the number of names in m_shown that are drawn
    double m_firstScale = 1;
    float m_height = 0, m_widest = 0;
};

/// Request to place a label beside a point, or centred on it.
struct LabelRequest
{
    QPointF at;          ///< position of the point in data coordinates
    QSizeF size;         ///< size of the label in pixels
    double clear;        ///< pixels around the point that must stay free; below 0 if the label is centred on the point
    bool always = false; ///< whether the label is placed (on the right, overlapping others) even if no position is free
};

/// Places labels, and returns the box of each in pixels relative to the data's origin, y down; null if a label does not
/// fit. Earlier requests have priority; each gets the first free of eight positions. `taken`: boxes that are already
/// occupied.
std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken = {});

} // namespace anchorscope::gui
