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

/// Selects the names that are drawn at each zoom. A name is drawn if its box at the right of the point and a margin are
/// free; the margin shrinks when the user zooms in. The selection depends only on the zoom, and zooming in only adds
/// names (active ranges; Been, Daiches & Yap, IEEE TVCG 12(5), 2006).
class NameLevels
{
public:
    NameLevels() = default;
    /// `points`: n × 2 coordinates. `candidates`: rows with names, in order of preference. `width`: pixels of a point's
    /// name, 0 without a name. `height`: pixels of all names.
    NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
               const std::function<float(int)> &width, float height);

    /// Rows of the points that are named at `scale` pixels per data unit, in order of preference. The first request at
    /// a level of zoom computes them, in time linear in the number of candidates of the level.
    std::span<const int> at(double scale);
    bool empty() const { return m_shown.empty() && m_firstWaiting == m_waiting.size(); }
    const Matrix *points() const { return m_points.get(); }

    /// Free space around a name, in pixels.
    static QSizeF roomAt(int level);
    /// Level of zoom for a scale; −1 if the scale is too small for names.
    int levelOf(double scale) const;

private:
    struct Candidate
    {
        int row;
        float x, y; ///< position of the point in data coordinates
        float width;
        std::int32_t blocker; ///< index in m_kept of a name that overlaps this one; −1: unknown
    };
    class Table;
    void addLevel();

    std::shared_ptr<const Matrix> m_points;
    /// Placed names, and names that wait for space: m_waiting from m_firstWaiting on.
    std::vector<Candidate> m_kept, m_waiting;
    std::size_t m_firstWaiting = 0;
    std::vector<int> m_shown;        ///< rows of the points whose names are in m_kept
    std::vector<std::size_t> m_ends; ///< number of names in m_shown that are drawn at each level of zoom
    double m_firstScale = 1;
    float m_height = 0, m_widest = 0;
};

struct LabelRequest
{
    QPointF at;          ///< position of the point in data coordinates
    QSizeF size;         ///< size of the label in pixels
    double clear;        ///< pixels around the point that stay free; below 0: the label is centred on the point
    bool always = false; ///< true if the label is placed at the right even without free space, and overlaps others
    bool fixed = false;  ///< true if the label stays at the right of its point, where the user clicks it
};

/// Boxes of labels in pixels relative to the data's origin, y down; null for a label that does not fit. Earlier
/// requests have priority; each gets the first free of eight positions. `taken`: occupied boxes.
std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken = {});

} // namespace anchorscope::gui
