// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/plot/pointraster.h"

#include "core/parallel.h"
#include "core/random.h"
#include "gui/plot/pointshape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numbers>
#include <tuple>

namespace anchorscope::gui {

namespace {

constexpr std::uint16_t noClass = 0xffff;

/// Calls body(x, y, class) for each point with its pixel in an area. Points elsewhere, and those with NaN, are skipped.
template <class Body>
void forPointsIn(const QRectF &area, std::span<const DrawPoint> points, const ViewTransform &view, const Body &body)
{
    const QPointF origin = view.toPixel({0, 0});
    for (const DrawPoint &point : points) {
        const double x = origin.x() + point.x * view.scale, y = origin.y() - point.y * view.scale;
        if (x >= area.left() && x < area.right() && y >= area.top() && y < area.bottom())
            body(x, y, point.classOfPoint);
    }
}

/// Height of the bands of an image that are drawn in parallel. Each band examines all points, so there are no more than
/// threads, and a single one for few points.
Index bandHeight(int height, std::size_t points)
{
    constexpr std::size_t few = 200'000;
    const Index bands = points <= few ? 1 : std::min(threadCount(), 4);
    return std::max<Index>(64, (height + bands - 1) / bands);
}

void drawBand(QImage &image, QRgb *bits, std::span<const DrawPoint> points, const SpriteSheet &sprites,
              const ViewTransform &view, int top, int bottom)
{
    const int width = image.width();
    const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    const double reach = sprites.reach();
    forPointsIn(QRectF(-reach, top - reach, width + 2 * reach, bottom - top + 2 * reach), points, view,
                [&](double x, double y, std::uint16_t classOfPoint) {
                    sprites.stamp(bits, stride, width, top, bottom, static_cast<int>(std::floor(x)),
                                  static_cast<int>(std::floor(y)), classOfPoint);
                });
}

template <class Body> void forLines(Index lines, const Body &body)
{
    constexpr Index linesOfBlock = 64;
    forBlocks(lines, linesOfBlock, [&](Index begin, Index end) {
        for (Index line = begin; line < end; ++line)
            body(line);
    });
}

/// Smooths cells of `channels` values with the weights 1 2 1 along both axes, `times` times.
void smooth(std::vector<float> &cells, int columns, int lines, int channels, int times)
{
    const std::ptrdiff_t row = std::ptrdiff_t(columns) * channels;
    std::vector<float> smoothed(cells.size());
    const std::vector<float> outside(static_cast<std::size_t>(row), 0);
    const auto mean = [](float *to, const float *before, const float *here, const float *after, std::ptrdiff_t count) {
        for (std::ptrdiff_t i = 0; i < count; ++i)
            to[i] = here[i] / 2 + before[i] / 4 + after[i] / 4;
    };
    const auto along = [&](Index line) {
        const float *from = cells.data() + line * row;
        float *to = smoothed.data() + line * row;
        const std::ptrdiff_t last = row - channels;
        mean(to, outside.data(), from, last > 0 ? from + channels : outside.data(), channels);
        mean(to + channels, from, from + channels, from + 2 * channels, last - channels);
        if (last > 0)
            mean(to + last, from + last - channels, from + last, outside.data(), channels);
    };
    const auto across = [&](Index line) {
        const float *from = smoothed.data() + line * row;
        mean(cells.data() + line * row, line > 0 ? from - row : outside.data(), from,
             line + 1 < lines ? from + row : outside.data(), row);
    };
    for (int time = 0; time < times; ++time) {
        forLines(lines, along);
        forLines(lines, across);
    }
}

/// Shades of densities, 0 … 1. A shade is the mean of two numbers: the logarithm of the density, scaled to the largest,
/// and the rank of the density. The rank separates similar densities; the logarithm keeps noise small.
class Shades
{
public:
    /// `cells`: `channels` values of each cell, the last being its density; densities up to `empty` have no shade.
    Shades(std::span<const float> cells, int channels, float empty) : m_least(std::log(empty))
    {
        const auto last = static_cast<std::size_t>(channels) - 1;
        float largest = empty;
        for (std::size_t i = last; i < cells.size(); i += last + 1)
            largest = std::max(largest, cells[i]);
        m_scale = largest > empty ? (m_shares.size() - 1) / (std::log(largest) - m_least) : 0;
        m_largest = std::log1p(largest);
        for (std::size_t i = last; i < cells.size(); i += last + 1) {
            if (cells[i] > empty)
                ++m_shares[bin(cells[i])];
        }
        std::partial_sum(m_shares.begin(), m_shares.end(), m_shares.begin());
        for (float &rank : m_shares)
            rank /= std::max(1.0f, m_shares.back());
    }

    float operator()(float density) const { return (std::log1p(density) / m_largest + m_shares[bin(density)]) / 2; }

private:
    std::size_t bin(float density) const
    {
        return std::min(m_shares.size() - 1, static_cast<std::size_t>(m_scale * (std::log(density) - m_least)));
    }

    float m_least, m_scale = 0, m_largest = 1;
    std::array<float, 512> m_shares{}; ///< share of the cells up to each density, on a logarithmic scale
};

/// Smallest density that is painted. A point adds 0.14 to its own cell, and 0.004 to a cell two rows and columns away.
constexpr float smallestDensity = 0.02f;

/// Paints the shade at each pixel, interpolated between the centres of cells.
void paintSmoothly(QImage &image, const std::vector<float> &cells, int columns, int lines, int cell,
                   const std::vector<QRgb> &ramp)
{
    const auto scale = static_cast<float>(ramp.size() - 1);
    const auto side = [cell](int pixel, int count) {
        const float at = (static_cast<float>(pixel) + 0.5f) / static_cast<float>(cell) - 0.5f;
        const int before = std::clamp(static_cast<int>(std::floor(at)), 0, count - 1);
        return std::tuple(before, std::min(before + 1, count - 1),
                          std::clamp(at - static_cast<float>(before), 0.0f, 1.0f));
    };
    for (int y = 0; y < image.height(); ++y) {
        auto *line = reinterpret_cast<QRgb *>(image.scanLine(y));
        const auto [above, below, down] = side(y, lines);
        const float *upper = cells.data() + static_cast<std::ptrdiff_t>(above) * columns;
        const float *lower = cells.data() + static_cast<std::ptrdiff_t>(below) * columns;
        for (int x = 0; x < image.width(); ++x) {
            const auto [left, right, along] = side(x, columns);
            const float here = (1 - down) * ((1 - along) * upper[left] + along * upper[right]) +
                               down * ((1 - along) * lower[left] + along * lower[right]);
            if (here > 0)
                line[x] = ramp[static_cast<std::size_t>(scale * here)];
        }
    }
}

/// Channels of a cloud: red, green and blue of each point's colour, multiplied by its opacity, and the opacity itself.
constexpr int cloudChannels = 4;

/// Adds the colour of each point to its pixel.
bool addPoints(std::vector<float> &sums, QSize size, std::span<const DrawPoint> points,
               const std::vector<QColor> &colours, const ViewTransform &view, const RunContext &context)
{
    std::vector<std::array<float, cloudChannels>> addends;
    for (const QColor &colour : colours) {
        const auto opacity = static_cast<float>(colour.alphaF());
        const auto times = [opacity](qreal share) { return static_cast<float>(share) * opacity; };
        addends.push_back({times(colour.redF()), times(colour.greenF()), times(colour.blueF()), opacity});
    }
    const auto add = [&](Index top, Index bottom) {
        const QRectF band(0, static_cast<double>(top), size.width(), static_cast<double>(bottom - top));
        forPointsIn(band, points, view, [&](double x, double y, std::uint16_t classOfPoint) {
            const auto &addend = addends[std::min<std::size_t>(classOfPoint, addends.size() - 1)];
            float *pixel =
                sums.data() + cloudChannels * (static_cast<std::ptrdiff_t>(y) * size.width() + static_cast<int>(x));
            for (int c = 0; c < cloudChannels; ++c)
                pixel[c] += addend[static_cast<std::size_t>(c)];
        });
    };
    return forBlocks(size.height(), bandHeight(size.height(), points.size()), add, context);
}

/// Paints pixels in the mean colour of their points. `peak`: density at the centre of a single point.
void paintCloud(QImage &image, const std::vector<float> &sums, float peak)
{
    constexpr float empty = 0.01f;
    // Opacity of a single point; smaller values hide outliers, larger ones leave less contrast for dense regions.
    constexpr float single = 0.35f;
    const Shades shades(sums, cloudChannels, empty);
    const auto paint = [&](QRgb *line, const float *pixel) {
        for (int x = 0; x < image.width(); ++x, pixel += cloudChannels) {
            const float density = pixel[3];
            if (!(density > empty))
                continue;
            const float opacity = single * std::min(1.0f, density / peak) + (1 - single) * shades(density);
            const auto byte = [&](float sum) { return static_cast<int>(255 * opacity * sum / density + 0.5f); };
            line[x] = qRgba(byte(pixel[0]), byte(pixel[1]), byte(pixel[2]), byte(density));
        }
    };
    uchar *bits = image.bits(); // may copy the image, so it is called before the threads begin
    forLines(image.height(), [&](Index y) {
        paint(reinterpret_cast<QRgb *>(bits + y * image.bytesPerLine()),
              sums.data() + y * image.width() * cloudChannels);
    });
}

/// Share of a pixel that a shape covers; (dx, dy): the pixel's offset from the shape's centre.
double coverage(int dx, int dy, double diameter, int shape)
{
    constexpr int samples = 8;
    int inside = 0;
    for (int s = 0; s < samples * samples; ++s) {
        const double x = dx - 0.5 + (s % samples + 0.5) / samples;
        const double y = dy - 0.5 + (s / samples + 0.5) / samples; // NOLINT: whole rows of samples
        inside += insideShape(shape, x, y, diameter / 2);
    }
    return inside / static_cast<double>(samples * samples);
}

/// Sets background = source + background * keep / 256. The compiler uses vector code, because `bytes` is a constant.
template <int bytes>
inline void blend(std::uint8_t *__restrict background, const std::uint8_t *__restrict source,
                  const std::uint16_t *__restrict keep)
{
    for (int i = 0; i < bytes; ++i)
        background[i] =
            static_cast<std::uint8_t>(source[i] + (static_cast<std::uint16_t>(background[i] * keep[i]) >> 8));
}

} // namespace

SpriteSheet::SpriteSheet(const std::vector<QColor> &palette, const QColor &neutral, double diameter, double opacity,
                         int shaped)
    : m_reach(static_cast<int>(std::ceil(std::max(0.0, (shaped > 0 ? shapeReach : 1) * diameter / 2 - 0.5)))),
      m_side(2 * m_reach + 1), m_stride((m_side + step - 1) / step * step), m_classes(palette.size())
{
    std::vector<std::vector<double>> masks(shaped > 0 ? pointShapes : 1);
    for (std::size_t shape = 0; shape < masks.size(); ++shape) {
        for (int dy = -m_reach; dy <= m_reach; ++dy) {
            for (int dx = -m_reach; dx < m_stride - m_reach; ++dx)
                masks[shape].push_back(dx <= m_reach ? coverage(dx, dy, diameter, static_cast<int>(shape)) * opacity
                                                     : 0);
        }
    }
    m_pixels.reserve(masks.front().size() * (m_classes + 1));
    m_backgroundWeights.reserve(m_pixels.capacity() * sizeof(QRgb));
    for (std::size_t c = 0; c <= m_classes; ++c) {
        QColor colour = c < m_classes ? palette[c] : neutral;
        const double own = colour.alphaF();
        const auto &mask = masks[c < static_cast<std::size_t>(shaped) ? c % pointShapes : 0];
        for (const double share : mask) {
            colour.setAlphaF(static_cast<float>(own * share));
            m_pixels.push_back(qPremultiply(colour.rgba()));
            const int alpha = qAlpha(m_pixels.back());
            // Weight of the background in 256ths: 0 for opaque pixels; 256, not 255, if it is completely visible.
            m_backgroundWeights.insert(m_backgroundWeights.end(), sizeof(QRgb),
                                       static_cast<std::uint16_t>(256 - alpha - (alpha >> 7)));
        }
    }
}

void SpriteSheet::stamp(QRgb *bits, qsizetype stride, int width, int top, int bottom, int x, int y,
                        std::uint16_t classOfPoint) const
{
    const std::size_t first = std::min<std::size_t>(classOfPoint, m_classes) * m_side * m_stride;
    const int left = x - m_reach;
    const int firstRow = std::max(0, top - (y - m_reach));
    const int lastRow = std::min(m_side, bottom - (y - m_reach));
    const bool inner = left >= 0 && left + m_stride <= width;
    const int firstColumn = inner ? 0 : std::max(0, -left);
    const int lastColumn = inner ? m_stride : std::min(m_side, width - left);
    for (int row = firstRow; row < lastRow; ++row) {
        const std::size_t from = first + static_cast<std::size_t>(row) * m_stride;
        const auto *source = reinterpret_cast<const std::uint8_t *>(m_pixels.data() + from);
        const std::uint16_t *keep = m_backgroundWeights.data() + from * sizeof(QRgb);
        auto *background = reinterpret_cast<std::uint8_t *>(bits + (y - m_reach + row) * stride + left);
        constexpr int pixel = sizeof(QRgb);
        if (inner) {
            for (int at = 0; at < m_stride * pixel; at += step * pixel)
                blend<step * pixel>(background + at, source + at, keep + at);
        } else {
            for (int at = firstColumn * pixel; at < lastColumn * pixel; at += pixel)
                blend<pixel>(background + at, source + at, keep + at);
        }
    }
}

std::shared_ptr<const std::vector<ItemIndex>> drawOrder(Index count)
{
    // Panels with the same number of points share the latest drawing order.
    static std::mutex mutex;
    static std::weak_ptr<const std::vector<ItemIndex>> latest;
    std::lock_guard lock(mutex);
    auto order = latest.lock();
    if (!order || static_cast<Index>(order->size()) != count) {
        constexpr std::uint64_t seed = 1;
        order = std::make_shared<const std::vector<ItemIndex>>(Random(seed).permutation(count));
        latest = order;
    }
    return order;
}

std::vector<DrawPoint> packPoints(const Matrix &coordinates, const PointColours *colours,
                                  std::span<const ItemIndex> rows)
{
    std::vector<DrawPoint> packed;
    packed.reserve(rows.size());
    for (const ItemIndex row : rows) {
        const bool coloured = colours && static_cast<std::size_t>(row) < colours->classOfPoint.size();
        packed.push_back({coordinates(row, 0), coordinates(row, 1), coloured ? colours->classOfPoint[row] : noClass});
    }
    if (colours && colours->risingOrder)
        std::ranges::stable_sort(packed, {}, &DrawPoint::classOfPoint);
    if (colours && colours->unknown)
        std::stable_partition(packed.begin(), packed.end(),
                              [&](const DrawPoint &point) { return point.classOfPoint == *colours->unknown; });
    return packed;
}

PointLook lookFor(Index count, double area)
{
    // Share of the plot that discs would cover without overlaps; low, because point clouds are denser in their middle.
    constexpr double covered = 0.2, largest = 6;
    // Up to `few` points look separate; more than `many` look like a cloud.
    constexpr Index few = 5000, many = 50'000;
    const double smallest = count <= few ? 3 : count <= many ? 2.5 : 1.6;
    const auto points = static_cast<double>(std::max<Index>(count, 1));
    const double diameter = std::sqrt(covered * area / points * 4 / std::numbers::pi);
    return {std::clamp(diameter, smallest, largest), std::clamp(1.35 - 0.14 * std::log10(points), 0.45, 0.92)};
}

void drawDensity(QImage &image, std::span<const DrawPoint> points, const std::vector<QRgb> &ramp, int cell,
                 const ViewTransform &view)
{
    const int columns = (image.width() + cell - 1) / cell, lines = (image.height() + cell - 1) / cell;
    std::vector<float> counts(static_cast<std::size_t>(columns) * static_cast<std::size_t>(lines), 0);
    forPointsIn(QRectF(image.rect()), points, view, [&](double x, double y, std::uint16_t) {
        const auto at = static_cast<std::size_t>(static_cast<int>(y) / cell) * static_cast<std::size_t>(columns) +
                        static_cast<std::size_t>(static_cast<int>(x) / cell);
        ++counts[at];
    });
    smooth(counts, columns, lines, 1, 2);
    const Shades shades(counts, 1, smallestDensity);
    for (float &count : counts)
        count = count > smallestDensity ? shades(count) : 0;
    paintSmoothly(image, counts, columns, lines, cell, ramp);
}

bool drawPoints(QImage &image, std::span<const DrawPoint> points, const SpriteSheet &sprites, const ViewTransform &view,
                const RunContext &context)
{
    // QImage::bits() may copy the image, so it is called before the threads begin.
    auto *bits = reinterpret_cast<QRgb *>(image.bits());
    return forBlocks(
        image.height(), bandHeight(image.height(), points.size()),
        [&](Index top, Index bottom) {
            drawBand(image, bits, points, sprites, view, static_cast<int>(top), static_cast<int>(bottom));
        },
        context);
}

Index pointsInView(std::span<const DrawPoint> points, const ViewTransform &view)
{
    const QRectF data = view.visible();
    return std::ranges::count_if(points, [&](const DrawPoint &point) {
        return point.x >= data.left() && point.x <= data.right() && point.y >= data.top() && point.y <= data.bottom();
    });
}

bool drawCloud(QImage &image, std::span<const DrawPoint> points, const std::vector<QColor> &colours, int softness,
               const ViewTransform &view, const RunContext &context)
{
    std::vector<float> sums(std::size_t(cloudChannels) * static_cast<std::size_t>(image.width()) *
                            static_cast<std::size_t>(image.height()));
    if (!addPoints(sums, image.size(), points, colours, view, context))
        return false;
    smooth(sums, image.width(), image.height(), cloudChannels, softness);
    float peak = 1; // density at the centre of a single point
    for (int time = 1; time <= softness; ++time)
        peak *= static_cast<float>((2 * time - 1) * (2 * time - 1)) / static_cast<float>(4 * time * time);
    paintCloud(image, sums, peak);
    return true;
}

} // namespace anchorscope::gui
