// SPDX-License-Identifier: GPL-3.0-or-later
// The hot loops, compiled once per instruction-set level. The including file defines in namespace
// anchorscope::kernels::LEVEL: Vec (a vector of `width` floats), width, rowStep, load, store, spread, multiplyAdd,
// larger, smaller and lessOrEqual (a bit per lane). No standard header may be included here: see isa.h.

namespace anchorscope::kernels::LEVEL {
namespace {

constexpr std::ptrdiff_t panelWidth = 2 * width;

/// Computes rowStep × panelWidth entries of a product, and keeps their sums in registers.
template <Epilogue epilogue> inline void multiplyStep(const PanelProduct &p, std::ptrdiff_t row)
{
    Vec sums[rowStep][2];
#pragma GCC unroll 16
    for (int r = 0; r < rowStep; ++r)
        sums[r][0] = sums[r][1] = Vec{};
    const float *left = p.left + row * leftStride;
    const float *panel = p.panel;
    // Address to prefetch. Each call computes a part of the block's rows and prefetches the same part of the next
    // panel.
    const char *next = reinterpret_cast<const char *>(p.next) + row * (p.depth * panelWidth * 4 / p.rows);
    const std::ptrdiff_t advance = rowStep * panelWidth * 4 / p.rows;
    for (std::ptrdiff_t k = 0; k < p.depth; ++k) {
        const Vec b0 = load(panel), b1 = load(panel + width);
#pragma GCC unroll 16
        for (int r = 0; r < rowStep; ++r) {
            const Vec a = spread(left[r * leftStride]);
            sums[r][0] = multiplyAdd(a, b0, sums[r][0]);
            sums[r][1] = multiplyAdd(a, b1, sums[r][1]);
        }
        __builtin_prefetch(next, 0, 2);
        next += advance;
        ++left;
        panel += panelWidth;
    }
    float *out = p.out + row * panelWidth;
#pragma GCC unroll 16
    for (int r = 0; r < rowStep; ++r) {
#pragma GCC unroll 2
        for (int v = 0; v < 2; ++v) {
            Vec value = sums[r][v];
            float *place = out + r * panelWidth + v * width;
            if constexpr (epilogue == Epilogue::add || epilogue == Epilogue::addDistances)
                value += load(place);
            if constexpr (epilogue == Epilogue::distances || epilogue == Epilogue::addDistances)
                value = (spread(p.normOfRow[row + r]) + load(p.normOfColumn + v * width)) - (value + value);
            store(place, value);
        }
    }
}

template <Epilogue epilogue> void multiplyRows(const PanelProduct &p)
{
    for (std::ptrdiff_t row = 0; row < p.rows; row += rowStep)
        multiplyStep<epilogue>(p, row);
}

void multiply(const PanelProduct &p)
{
    switch (p.epilogue) {
    case Epilogue::store:
        return multiplyRows<Epilogue::store>(p);
    case Epilogue::add:
        return multiplyRows<Epilogue::add>(p);
    case Epilogue::distances:
        return multiplyRows<Epilogue::distances>(p);
    case Epilogue::addDistances:
        return multiplyRows<Epilogue::addDistances>(p);
    }
}

std::ptrdiff_t pairsBelow(const float *bounds, std::ptrdiff_t rows, const float *ofRow, const float *ofColumn,
                          std::ptrdiff_t firstRow, std::ptrdiff_t firstColumn, Hit *hits)
{
    const Vec column0 = load(ofColumn), column1 = load(ofColumn + width);
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        const float *line = bounds + i * panelWidth;
        const Vec row = spread(ofRow[i]);
        const Vec reach0 = larger(row + column0, Vec{}), reach1 = larger(row + column1, Vec{});
        const unsigned pass0 = lessOrEqual(load(line), reach0 * reach0);
        const unsigned pass1 = lessOrEqual(load(line + width), reach1 * reach1);
        if ((pass0 | pass1) == 0) [[likely]]
            continue;
        for (unsigned pass = pass0 | pass1 << width; pass != 0; pass &= pass - 1) {
            const int j = __builtin_ctz(pass);
            hits[count++] = {static_cast<std::int32_t>(firstRow + i), static_cast<std::int32_t>(firstColumn + j),
                             line[j]};
        }
    }
    return count;
}

/// Appends the entries of one row of a panel to `hits`; `pass` has one bit for each entry, set if it meets its limit.
inline std::ptrdiff_t addHits(unsigned pass, std::ptrdiff_t row, const float *line, Hit *hits)
{
    std::ptrdiff_t count = 0;
    for (; pass != 0; pass &= pass - 1) {
        const int j = __builtin_ctz(pass);
        hits[count++] = {static_cast<std::int32_t>(row), static_cast<std::int32_t>(j), line[j]};
    }
    return count;
}

std::ptrdiff_t reachingRows(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns, const float *ofRow,
                            Hit *hits)
{
    const unsigned inside = static_cast<unsigned>((1ull << columns) - 1);
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        const float *line = values + i * panelWidth;
        const Vec limit = spread(ofRow[i]);
        const unsigned pass =
            (lessOrEqual(limit, load(line)) | lessOrEqual(limit, load(line + width)) << width) & inside;
        if (pass != 0) [[unlikely]]
            count += addHits(pass, i, line, hits + count);
    }
    return count;
}

std::ptrdiff_t reachingColumns(const float *values, std::ptrdiff_t rows, std::ptrdiff_t columns, const float *ofColumn,
                               Hit *hits)
{
    float padded[panelWidth] = {};
    for (std::ptrdiff_t j = 0; j < columns; ++j)
        padded[j] = ofColumn[j];
    const Vec limit0 = load(padded), limit1 = load(padded + width);
    const unsigned inside = static_cast<unsigned>((1ull << columns) - 1);
    std::ptrdiff_t count = 0;
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        const float *line = values + i * panelWidth;
        const unsigned pass =
            (lessOrEqual(limit0, load(line)) | lessOrEqual(limit1, load(line + width)) << width) & inside;
        if (pass != 0) [[unlikely]]
            count += addHits(pass, i, line, hits + count);
    }
    return count;
}

void reachedInColumns(const float *values, std::ptrdiff_t rows, std::ptrdiff_t count, float *bounds)
{
    Vec greatest[groupsOfRows][2];
    for (auto &group : greatest)
        group[0] = group[1] = spread(-__builtin_inff());
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
        for (int v = 0; v < 2; ++v) {
            Vec &most = greatest[i % groupsOfRows][v];
            most = larger(load(values + i * panelWidth + v * width), most); // NaN entries are ignored
        }
    }
    for (std::ptrdiff_t place = 0; place < count; ++place) { // moves the next greatest value to its place
        for (std::ptrdiff_t g = groupsOfRows - 1; g > place; --g) {
            for (int v = 0; v < 2; ++v) {
                const Vec a = greatest[g - 1][v], b = greatest[g][v];
                greatest[g - 1][v] = larger(a, b);
                greatest[g][v] = smaller(a, b);
            }
        }
    }
    for (int v = 0; v < 2; ++v)
        store(bounds + v * width, greatest[count - 1][v]);
}

/// Transposes a square of at most 16 × 16 values.
inline void transposeSquare(const float *from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns,
                            float *to, std::ptrdiff_t toStride)
{
    std::ptrdiff_t fullRows = 0, fullColumns = 0;
#ifdef __x86_64__
    fullRows = rows / 4 * 4, fullColumns = columns / 4 * 4;
    for (std::ptrdiff_t r = 0; r < fullRows; r += 4) {
        for (std::ptrdiff_t k = 0; k < fullColumns; k += 4) {
            const float *at = from + r * stride + k;
            __m128 a = _mm_loadu_ps(at), b = _mm_loadu_ps(at + stride);
            __m128 c = _mm_loadu_ps(at + 2 * stride), d = _mm_loadu_ps(at + 3 * stride);
            _MM_TRANSPOSE4_PS(a, b, c, d);
            float *place = to + k * toStride + r;
            _mm_storeu_ps(place, a);
            _mm_storeu_ps(place + toStride, b);
            _mm_storeu_ps(place + 2 * toStride, c);
            _mm_storeu_ps(place + 3 * toStride, d);
        }
    }
#endif
    for (std::ptrdiff_t k = 0; k < columns; ++k) {
        for (std::ptrdiff_t r = k < fullColumns ? fullRows : 0; r < rows; ++r)
            to[k * toStride + r] = from[r * stride + k];
    }
}

void transpose(const float *from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t columns, float *to,
               std::ptrdiff_t toStride)
{
    constexpr std::ptrdiff_t side = 16; // width and height of a square block: the number of floats in a cache line
    for (std::ptrdiff_t k = 0; k < columns; k += side) {
        for (std::ptrdiff_t r = 0; r < rows; r += side)
            transposeSquare(from + r * stride + k, stride, rows - r < side ? rows - r : side,
                            columns - k < side ? columns - k : side, to + k * toStride + r, toStride);
    }
}

std::ptrdiff_t firstAbove(const float *values, const float *less, std::ptrdiff_t begin, std::ptrdiff_t end, float limit)
{
    constexpr unsigned all = (1u << width) - 1;
    const Vec bound = spread(limit);
    for (; begin + width <= end; begin += width) {
        const unsigned above = all & ~lessOrEqual(load(values + begin) - load(less + begin), bound);
        if (above != 0)
            return begin + __builtin_ctz(above);
    }
    for (; begin < end; ++begin) {
        if (!(values[begin] - less[begin] <= limit))
            return begin;
    }
    return end;
}

double directSquare(const float *a, const float *b, std::ptrdiff_t depth)
{
    constexpr std::ptrdiff_t lanes = 16;
    double sums[lanes] = {};
    std::ptrdiff_t k = 0;
    for (; k + lanes <= depth; k += lanes) {
        for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) {
            const double difference = static_cast<double>(a[k + lane]) - static_cast<double>(b[k + lane]);
            sums[lane] += difference * difference;
        }
    }
    for (std::ptrdiff_t lane = 0; k < depth; ++k, ++lane) {
        const double difference = static_cast<double>(a[k]) - static_cast<double>(b[k]);
        sums[lane] += difference * difference;
    }
    for (std::ptrdiff_t half = lanes / 2; half > 0; half /= 2) {
        for (std::ptrdiff_t lane = 0; lane < half; ++lane)
            sums[lane] += sums[lane + half];
    }
    return sums[0];
}

void countRows(const RankedTile &tile, const float *penalties, const float *targets, std::int32_t *greater,
               std::int32_t *equal)
{
    float padded[panelWidth] = {};
    for (std::ptrdiff_t j = 0; j < tile.columns; ++j)
        padded[j] = penalties[j];
    const Vec less0 = load(padded), less1 = load(padded + width);
    const unsigned inside = static_cast<unsigned>((1ull << tile.columns) - 1);
    for (std::ptrdiff_t i = 0; i < tile.rows; ++i) {
        const float *line = tile.values + i * panelWidth;
        const Vec limit = spread(targets[i]), value0 = load(line), value1 = load(line + width);
        const Vec score0 = (value0 + value0) - less0, score1 = (value1 + value1) - less1;
        const unsigned atLeast = (lessOrEqual(limit, score0) | lessOrEqual(limit, score1) << width) & inside;
        const unsigned atMost = lessOrEqual(score0, limit) | lessOrEqual(score1, limit) << width;
        greater[i] += __builtin_popcount(atLeast & ~atMost);
        equal[i] += __builtin_popcount(atLeast & atMost);
    }
}

void countColumns(const RankedTile &tile, const float *penalties, const float *targets, std::int32_t *greater,
                  std::int32_t *equal)
{
    float padded[panelWidth] = {};
    for (std::ptrdiff_t j = 0; j < tile.columns; ++j)
        padded[j] = targets[j];
    const Vec limit[2] = {load(padded), load(padded + width)};
    decltype(limit[0] > limit[1]) above[2] = {}, same[2] = {}; // a comparison gives −1 where it holds
    for (std::ptrdiff_t i = 0; i < tile.rows; ++i) {
        for (int v = 0; v < 2; ++v) {
            const Vec value = load(tile.values + i * panelWidth + v * width);
            const Vec score = (value + value) - spread(penalties[i]);
            above[v] -= score > limit[v];
            same[v] -= score == limit[v];
        }
    }
    for (std::ptrdiff_t j = 0; j < tile.columns; ++j) {
        greater[j] += above[j / width][j % width];
        equal[j] += same[j / width][j % width];
    }
}

} // namespace

const Functions functions{panelWidth,        rowStep,    &multiply,   &pairsBelow,   &reachingRows, &reachingColumns,
                          &reachedInColumns, &transpose, &firstAbove, &directSquare, &countRows,    &countColumns};

} // namespace anchorscope::kernels::LEVEL
