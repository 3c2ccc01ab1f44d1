// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/labelplacement.h"

#include "gui/plot/pickgrid.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double levelsPerDoubling = 2;
constexpr double firstExtent = 100; ///< minimum extent of all points together, in pixels, for names to be drawn

/// Highest level of zoom: 16 million times the first scale. If points still coincide there, only one of them is named.
constexpr int lastLevel = 48;
/// Free space around a name at the first level of zoom and its minimum, in pixels, and its factor from level to level.
/// If a panel of 600 × 450 pixels shows all points, about thirty have names; magnified 16 times, nearly all that fit.
constexpr QSizeF firstRoom(36, 20), minRoom(8, 3);
constexpr double shrinking = 0.84;
/// Number of candidates for names that are examined at the first level of zoom, about a hundred for each name that
/// fits. The number doubles with each level, as does the area of the point cloud. If all of 20 000 candidates were
/// examined at every level, this would take four times as long.
constexpr std::size_t firstLooks = 500;

} // namespace

/// Hash table of placed boxes, with cells as large as the largest box.
class NameLevels::Table
{
public:
    Table(std::size_t most, double scale, double claimWidth, double claimHeight)
        : m_scale(scale), m_height(claimHeight), m_cell(claimWidth, claimHeight),
          m_heads(std::bit_ceil(2 * most + 1), -1)
    {
        m_next.reserve(most);
        m_boxes.reserve(most);
    }

    void add(const Candidate &name, double room)
    {
        const Box box = boxOf(name, room);
        std::int32_t &head = m_heads[slot(column(box.left), line(box.y))];
        m_next.push_back(head);
        head = static_cast<std::int32_t>(m_boxes.size());
        m_boxes.push_back(box);
    }

    /// Index of a placed name that `name` overlaps, or −1. First tests the one found at the previous level of zoom,
    /// which `name` often still overlaps.
    std::int32_t blockerOf(const Candidate &name, double room) const
    {
        const Box box = boxOf(name, room);
        if (name.blocker >= 0 && overlap(box, m_boxes[static_cast<std::size_t>(name.blocker)]))
            return name.blocker;
        const std::int64_t x = column(box.left), y = line(box.y);
        for (const std::int64_t j : {y, y - 1, y + 1}) {
            for (const std::int64_t i : {x, x - 1, x + 1}) {
                for (std::int32_t at = m_heads[slot(i, j)]; at >= 0; at = m_next[static_cast<std::size_t>(at)]) {
                    if (overlap(box, m_boxes[static_cast<std::size_t>(at)]))
                        return at;
                }
            }
        }
        return -1;
    }

private:
    struct Box
    {
        double left, right, y;
    };
    Box boxOf(const Candidate &name, double room) const
    {
        const double left = name.x * m_scale;
        return {left, left + name.width + room, name.y * m_scale};
    }
    bool overlap(const Box &a, const Box &b) const
    {
        return std::abs(a.y - b.y) < m_height && a.left < b.right && b.left < a.right;
    }
    std::int64_t column(double x) const { return static_cast<std::int64_t>(std::floor(x / m_cell.width())); }
    std::int64_t line(double y) const { return static_cast<std::int64_t>(std::floor(y / m_cell.height())); }
    std::size_t slot(std::int64_t x, std::int64_t y) const
    {
        const auto mixed = static_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15ULL +
                           static_cast<std::uint64_t>(y) * 0xC2B2AE3D27D4EB4FULL;
        return static_cast<std::size_t>(mixed >> 20) & (m_heads.size() - 1);
    }

    double m_scale, m_height;
    QSizeF m_cell;
    std::vector<std::int32_t> m_heads, m_next;
    std::vector<Box> m_boxes;
};

NameLevels::NameLevels(std::shared_ptr<const Matrix> points, std::vector<int> candidates,
                       const std::function<float(int)> &width, float height)
    : m_points(std::move(points)), m_height(height)
{
    const QRectF bounds = boundsOf(*m_points);
    const double extent = std::max(bounds.width(), bounds.height());
    m_firstScale = extent > 0 ? firstExtent / extent : 1;
    m_waiting.reserve(candidates.size());
    for (const int row : candidates) {
        if (row < 0 || row >= m_points->rows())
            continue;
        const Candidate one{row, (*m_points)(row, 0), (*m_points)(row, 1), width(row), -1};
        if (!std::isfinite(one.x + one.y) || !(one.width > 0))
            continue;
        m_widest = std::max(m_widest, one.width);
        m_waiting.push_back(one);
    }
}

QSizeF NameLevels::roomAt(int level)
{
    return (firstRoom * std::pow(shrinking, level)).expandedTo(minRoom);
}

int NameLevels::levelOf(double scale) const
{
    const double level = std::floor(levelsPerDoubling * std::log2(scale / m_firstScale) + 1e-9);
    return static_cast<int>(std::clamp(level, -1.0, static_cast<double>(lastLevel)));
}

std::span<const int> NameLevels::at(double scale)
{
    const int level = levelOf(scale);
    if (level < 0 || empty())
        return {};
    const auto last = static_cast<std::size_t>(level);
    while (m_ends.size() <= last && m_firstWaiting < m_waiting.size())
        addLevel();
    return std::span(m_shown).first(last < m_ends.size() ? m_ends[last] : m_shown.size());
}

void NameLevels::addLevel()
{
    const auto level = static_cast<int>(m_ends.size());
    const QSizeF room = roomAt(level);
    const std::size_t looks =
        std::min(m_waiting.size() - m_firstWaiting, firstLooks << std::min<std::size_t>(m_ends.size(), lastLevel / 2));
    // Tests boxes at the smallest scale of this level of zoom, at which points are closest to each other.
    Table table(m_kept.size() + looks, m_firstScale * std::exp2(level / levelsPerDoubling), m_widest + room.width(),
                m_height + room.height());
    for (const Candidate &name : m_kept)
        table.add(name, room.width());
    const auto begin = m_waiting.begin() + static_cast<std::ptrdiff_t>(m_firstWaiting);
    const auto end = begin + static_cast<std::ptrdiff_t>(looks);
    auto left = begin;
    for (auto each = begin; each != end; ++each) {
        Candidate name = *each;
        name.blocker = table.blockerOf(name, room.width());
        if (name.blocker < 0) {
            table.add(name, room.width());
            m_kept.push_back(name);
            m_shown.push_back(name.row);
        } else {
            *left++ = name;
        }
    }
    // Names that got no space are moved before those that were not examined, so that the next level tests them first.
    m_firstWaiting = static_cast<std::size_t>(std::move_backward(begin, left, end) - m_waiting.begin());
    m_ends.push_back(m_shown.size());
}

std::vector<QRectF> placeLabels(std::span<const LabelRequest> requests, double scale, std::vector<QRectF> taken)
{
    // Directions in which a label is tried: right, left, above, below, corners.
    static constexpr QPointF ways[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
    const auto keptClear = [scale](const LabelRequest &request) {
        QRectF box(0, 0, 2 * request.clear, 2 * request.clear);
        box.moveCenter({request.at.x() * scale, -request.at.y() * scale});
        return box;
    };
    for (const LabelRequest &request : requests) {
        if (request.clear > 0)
            taken.push_back(keptClear(request));
    }
    std::vector<QRectF> boxes;
    for (const LabelRequest &request : requests) {
        const QPointF at(request.at.x() * scale, -request.at.y() * scale);
        const QRectF own = keptClear(request); // box around the point; a label at a corner is allowed to overlap it
        QRectF box;
        for (const QPointF &way : ways) {
            const bool corner = way.x() != 0 && way.y() != 0;
            const double away =
                // Distance from point to label along each axis. Smaller for corners, where the diagonal counts.
                std::max(0.0, request.clear) * (corner ? 0.75 : 1.01);
            const double x = away + request.size.width() / 2, y = away + request.size.height() / 2;
            QRectF tried({}, request.size);
            tried.moveCenter(request.clear < 0 ? at : at + QPointF(way.x() * x, way.y() * y));
            const bool isFree = std::isfinite(at.x() + at.y()) &&
                                (request.fixed || std::none_of(taken.begin(), taken.end(), [&](const QRectF &one) {
                                     return one.intersects(tried) && one != own;
                                 }));
            if (isFree || (request.always && box.isNull()))
                box = tried;
            if (isFree || request.clear < 0)
                break;
        }
        boxes.push_back(box);
        if (!box.isNull())
            taken.push_back(box);
    }
    return boxes;
}

} // namespace anchorscope::gui
