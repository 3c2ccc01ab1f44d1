// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/scatter/labellayer.h"

#include "gui/plot/pointraster.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"

#include <QFont>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr double recededName = 0.35;   ///< opacity of the names of unselected points while others are selected
constexpr qsizetype maxPixmaps = 3000; ///< maximum number of cached images of names, which take about 10 MB

constexpr std::size_t maxNamedSeeds = 8; ///< maximum number of named seeds; more names would cover the points
/// Maximum number of seeds whose marks optional names leave free; among more seeds, few names would have space.
constexpr std::size_t maxClearSeeds = 30;

/// Distance in pixels from the centre of a point to its label, with space for a ring around the point.
double pointClear()
{
    return 7 * sizeFactor();
}

constexpr double textHalo = 2; ///< width of the halo around text, in pixels

constexpr double platePadding = 5;

QPixmap emptyPixmap(QSizeF size, qreal ratio)
{
    QPixmap empty((size * ratio).toSize().expandedTo({1, 1}));
    empty.setDevicePixelRatio(ratio);
    empty.fill(Qt::transparent);
    return empty;
}

/// Paints a halo: the image of the letters in the background colour, with several offsets of up to two pixels. Painting
/// the cached image takes a tenth of the time of painting the text.
void paintHalo(QPainter &painter, const QPixmap &letters)
{
    for (int y = -2; y <= 2; ++y) {
        for (int x = -2; x <= 2; ++x) {
            if (x * x + y * y <= 5)
                painter.drawPixmap(QPointF(x, y), letters);
        }
    }
}

QColor inkOf(LabelLook look)
{
    return look.pin ? plotBackground() : look.quiet ? mutedText() : textColour();
}

/// Maximum number of names in a panel of an exported figure: one per 12 cm².
std::size_t mostOnPaper(const QRectF &plot)
{
    constexpr double fewest = 4, areaOfName = 12 * (96 / 2.54) * (96 / 2.54);
    return static_cast<std::size_t>(std::max(fewest, plot.width() * plot.height() / areaOfName));
}

double widestName()
{
    return 180 * sizeFactor();
}

double nameHeight()
{
    return 15 * sizeFactor();
}

double imageSide()
{
    return 28 * sizeFactor();
}

QFont labelFont(LabelLook look)
{
    QFont font = smallFont();
    if (!look.quiet)
        font.setWeight(QFont::DemiBold);
    if (look.plate)
        font.setPixelSize(font.pixelSize() + 2);
    return font;
}

QPixmap labelPixmap(const QString &whole, LabelLook look, qreal ratio)
{
    const QFont font = labelFont(look);
    const QFontMetricsF metrics(font);
    const QString text = metrics.elidedText(whole, Qt::ElideRight, widestName());
    const double pad = look.plate ? platePadding : textHalo;
    const QSizeF size(std::ceil(metrics.horizontalAdvance(text)) + 2 * pad,
                      look.plate ? nameHeight() + 4 : nameHeight());
    const QPointF base(pad, (size.height() + metrics.ascent() - metrics.descent()) / 2);
    QPixmap pixmap = emptyPixmap(size, ratio);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font);
    QColor background = plotBackground();
    if (look.plate) {
        background.setAlphaF(0.82f);
        painter.setPen(Qt::NoPen);
        painter.setBrush(look.pin ? accent() : background);
        painter.drawRoundedRect(QRectF({}, size), 4, 4);
    } else {
        QPixmap letters = emptyPixmap(size, ratio);
        QPainter inBackground(&letters);
        inBackground.setFont(font);
        inBackground.setPen(background);
        inBackground.drawText(base, text);
        inBackground.end();
        paintHalo(painter, letters);
    }
    painter.setPen(inkOf(look));
    painter.drawText(base, text);
    return pixmap;
}

QPixmap thumbnailPixmap(const QImage &image, LabelLook look, qreal ratio)
{
    const double frame = look.pin ? 3 : 1, side = imageSide(), inside = side - 2 * frame;
    QPixmap pixmap = emptyPixmap({side, side}, ratio);
    QPainter painter(&pixmap);
    const QImage scaled =
        image.scaled((QSizeF(inside, inside) * ratio).toSize(), Qt::KeepAspectRatio, Qt::SmoothTransformation);
    const QSizeF shown = QSizeF(scaled.size()) / ratio;
    const QRectF box(QPointF(side - shown.width(), side - shown.height()) / 2, shown);
    painter.fillRect(box.adjusted(-frame, -frame, frame, frame), look.pin ? accent() : axisColour());
    painter.drawImage(box, scaled);
    return pixmap;
}

void paintLabelOutlines(QPainter &painter, const QString &text, const QRectF &box, LabelLook look)
{
    const QFont font = labelFont(look);
    const QFontMetricsF metrics(font);
    QPainterPath letters;
    letters.addText(box.left() + (look.plate ? platePadding : textHalo),
                    box.top() + (box.height() + metrics.ascent() - metrics.descent()) / 2, font,
                    metrics.elidedText(text, Qt::ElideRight, widestName()));
    painter.strokePath(letters, QPen(plotBackground(), 2 * textHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.fillPath(letters, inkOf(look));
}

} // namespace

LabelLayer::LabelLayer(QGraphicsItem *parent, double z) : PlotLayer(parent, z) {}

void LabelLayer::contentChanged()
{
    m_placedScale = -1;
    update();
}

/// Updates the labels after a different point was highlighted. Repaints only the areas that changed, because repainting
/// four whole panels at every move of the mouse would take several times as long.
void LabelLayer::updatePlacement()
{
    if (!m_points || m_points != m_target || m_levelsStale || m_placedScale != m_view.scale)
        return contentChanged();
    const std::vector<Label> before = std::exchange(m_placed, {});
    place();
    const auto paintChanges = [this](const std::vector<Label> &some, const std::vector<Label> &others) {
        for (const Label &label : some) {
            if (std::find(others.begin(), others.end(), label) == others.end())
                update(reachOf(label));
        }
    };
    paintChanges(before, m_placed);
    paintChanges(m_placed, before);
}

/// Area of the plot that a label can cover, together with all optional names that can touch the label.
QRectF LabelLayer::reachOf(const Label &label) const
{
    // Includes all sides of the point, because a label near the edge of the plot may be on any of them.
    const QPointF at = m_view.toPixel(dataOf(label));
    const double wide = label.box.width() + 2 * pointClear(), high = label.box.height() + 2 * pointClear();
    const QRectF box(at.x() - wide, at.y() - high, 2 * wide, 2 * high);
    const bool images = m_names && m_names->image;
    const QSizeF others = images ? QSizeF(imageSide(), imageSide()) : QSizeF(widestName(), nameHeight());
    return box.adjusted(-others.width(), -others.height(), others.width(), others.height());
}

void LabelLayer::setPoints(std::shared_ptr<const Matrix> shown)
{
    m_points = std::move(shown);
    update();
}

void LabelLayer::settle(std::shared_ptr<const Matrix> target)
{
    m_target = std::move(target);
    m_levelsStale = true;
    contentChanged();
}

void LabelLayer::setNames(std::shared_ptr<const PointNames> names)
{
    if (names == m_names)
        return;
    m_names = std::move(names);
    m_pixmaps.clear();
    m_before.clear();
    m_levelsStale = true;
    contentChanged();
}

void LabelLayer::setMarks(const std::vector<Mark> &marks)
{
    std::vector<int> seeds, pending;
    for (const Mark &mark : marks) {
        if (mark.number > 0 || mark.kind == MarkKind::PendingSeed)
            (mark.number > 0 ? seeds : pending).push_back(mark.point);
    }
    if (seeds == m_seeds && pending == m_pending)
        return;
    m_seeds = std::move(seeds);
    m_pending = std::move(pending);
    contentChanged();
}

void LabelLayer::setChosen(std::vector<int> points)
{
    if (points == m_chosen)
        return;
    m_chosen = std::move(points);
    m_before.clear();
    m_levelsStale = true;
    contentChanged();
}

void LabelLayer::setHighlightedClass(std::vector<int> points)
{
    if (points == m_highlighted)
        return;
    m_highlighted = std::move(points);
    updatePlacement();
}

void LabelLayer::setNeighbours(std::vector<int> points)
{
    if (points == m_neighbours)
        return;
    m_neighbours = std::move(points);
    updatePlacement();
}

void LabelLayer::setClasses(std::vector<ClassName> classes)
{
    if (classes == m_classes)
        return;
    if (!std::ranges::equal(classes, m_classes, {}, &ClassName::name, &ClassName::name))
        m_pixmaps.clear();
    m_classes = std::move(classes);
    contentChanged();
}

void LabelLayer::setArcs(std::vector<Arc> arcs)
{
    if (arcs == m_arcs)
        return;
    m_arcs = std::move(arcs);
    update();
}

void LabelLayer::restyle()
{
    m_pixmaps.clear();
    m_levelsStale = true;
    contentChanged();
}

/// Selects the names to draw at each level of zoom, from a sample of all points or from the selected points. Visible
/// names have priority, so that few names change.
void LabelLayer::makeLevels()
{
    m_levelsStale = false;
    m_levels = {};
    if (!m_target || !m_names || (!m_names->everywhere && m_chosen.empty()))
        return;
    std::vector<int> candidates = m_before;
    if (m_chosen.empty()) {
        const auto order = drawOrder(m_target->rows());
        const std::size_t most = std::min(order->size(), maxCandidates);
        candidates.insert(candidates.end(), order->begin(), order->begin() + static_cast<std::ptrdiff_t>(most));
    } else {
        candidates.insert(candidates.end(), m_chosen.begin(), m_chosen.end());
    }
    if (!m_before.empty()) { // removes duplicates, because visible names are also among the other candidates
        std::vector<char> seen(static_cast<std::size_t>(m_target->rows()), 0);
        std::erase_if(candidates, [&](int row) {
            return row < 0 || row >= m_target->rows() || std::exchange(seen[static_cast<std::size_t>(row)], 1);
        });
    }
    const double letter = QFontMetricsF(labelFont({false, m_chosen.empty()})).horizontalAdvance('n');
    const bool images = static_cast<bool>(m_names->image);
    m_levels = NameLevels(
        m_target, std::move(candidates),
        [&](int row) {
            const double wide =
                images ? imageSide() : std::min(widestName(), letter * m_names->length(row) + 2 * textHalo);
            return static_cast<float>(wide);
        },
        static_cast<float>(images ? imageSide() : nameHeight()));
}

std::vector<LabelLayer::Label> LabelLayer::requestedLabels() const
{
    std::vector<Label> labels;
    const auto add = [&](const std::vector<int> &points, Kind kind) {
        for (std::size_t i = 0; i < std::min(points.size(), maxRequests); ++i) {
            if (points[i] < 0 || points[i] >= m_points->rows())
                continue;
            const bool known =
                std::any_of(labels.begin(), labels.end(), [&](const Label &one) { return one.point == points[i]; });
            if (!known)
                labels.push_back({points[i], kind});
        }
    };
    if (m_names) {
        add(m_pending, Kind::Pending);
        add(m_highlighted, Kind::Highlighted);
    }
    if (m_names && m_chosen.size() <= maxRequests)
        add(m_chosen, Kind::Chosen);
    if (m_names && !m_names->image && m_seeds.size() <= maxNamedSeeds)
        add(m_seeds, Kind::Seed);
    if (m_names)
        add(m_neighbours, Kind::Neighbour);
    for (std::size_t i = 0; i < m_classes.size(); ++i)
        labels.push_back({static_cast<int>(i), Kind::Class});
    return labels;
}

QPointF LabelLayer::dataOf(const Label &label) const
{
    if (label.kind == Kind::Class)
        return m_classes[static_cast<std::size_t>(label.point)].at;
    const bool there = m_points && label.point >= 0 && label.point < m_points->rows();
    return there ? QPointF((*m_points)(label.point, 0), (*m_points)(label.point, 1)) : QPointF(NAN, NAN);
}

bool LabelLayer::showsImage(const Label &label) const
{
    return label.kind != Kind::Class && m_names && m_names->image;
}

QString LabelLayer::textOf(const Label &label) const
{
    if (label.kind == Kind::Class)
        return m_classes[static_cast<std::size_t>(label.point)].name;
    return m_names ? m_names->name(label.point) : QString();
}

LabelRequest LabelLayer::requestFor(const Label &label)
{
    const Drawn &one = drawn(label);
    const double clear = label.kind == Kind::Class ? -1 : pointClear();
    return {dataOf(label), one.pixmap.deviceIndependentSize(), clear,
            label.kind == Kind::Highlighted || label.kind == Kind::Pending, label.kind == Kind::Pending};
}

void LabelLayer::place()
{
    m_placed = requestedLabels();
    std::vector<LabelRequest> requests;
    for (const Label &label : m_placed)
        requests.push_back(requestFor(label));
    const std::vector<QRectF> boxes = placeLabels(requests, m_view.scale);
    for (std::size_t i = 0; i < m_placed.size(); ++i)
        m_placed[i].box = boxes[i];
    std::erase_if(m_placed, [](const Label &label) { return label.box.isNull(); });
    m_placedScale = m_view.scale;
}

double LabelLayer::opacityOf(const Label &label) const
{
    if (m_chosen.empty() || label.kind == Kind::Highlighted || label.kind == Kind::Pending ||
        label.kind == Kind::Chosen || label.kind == Kind::Neighbour)
        return 1;
    const bool chosen = label.kind != Kind::Class && std::binary_search(m_chosen.begin(), m_chosen.end(), label.point);
    return chosen || label.kind == Kind::Other ? 1 : recededName;
}

int LabelLayer::pinAt(QPointF position) const
{
    const auto pin = std::ranges::find_if(m_drawn, [&](const Shown &one) {
        return one.box.contains(position) && std::ranges::find(m_pending, one.point) != m_pending.end();
    });
    return pin == m_drawn.end() ? -1 : pin->point;
}

void LabelLayer::paint(QPainter *painter, const QStyleOptionGraphicsItem *, QWidget *widget)
{
    m_drawn.clear();
    if (!m_points || m_view.plot.isEmpty())
        return;
    const qreal ratio = painter->device()->devicePixelRatioF();
    if (widget && ratio != m_ratio) {
        m_pixmaps.clear();
        m_ratio = ratio;
    }
    if (m_pixmaps.size() > maxPixmaps)
        m_pixmaps.clear();
    if (m_levelsStale)
        makeLevels();
    const bool moving = m_points != m_target;
    if (m_placedScale != m_view.scale || moving)
        place();
    painter->save();
    painter->setClipRect(m_view.plot, Qt::IntersectClip);
    std::vector<QRectF> boxes, taken; // boxes of all placed labels; `taken`: those that other names must not cover
    if (widget && m_handles)
        taken = m_handles->boxes();
    for (const Label &label : m_placed) {
        boxes.push_back(boxInPlot(label, taken));
        if (!boxes.back().isNull() && opacityOf(label) == 1)
            taken.push_back(boxes.back());
    }
    paintArcValues(*painter, m_view, m_arcs, taken);
    keepSeedsClear(taken);
    paintOthers(painter, taken, !widget);
    // Paints in reverse order of priority, so that the most important label is on top.
    for (std::size_t i = m_placed.size(); i-- > 0;) {
        if (!boxes[i].isNull())
            paintLabel(painter, m_placed[i], boxes[i].topLeft(), !widget);
    }
    painter->restore();
}

/// Adds the boxes of the seeds' marks, so that optional names do not cover them.
void LabelLayer::keepSeedsClear(std::vector<QRectF> &taken) const
{
    if (m_seeds.size() > maxClearSeeds)
        return;
    const double reach = pointClear() - textHalo;
    for (const int seed : m_seeds) {
        const QPointF at = m_view.toPixel(dataOf({seed}));
        if (std::isfinite(at.x() + at.y()))
            taken.emplace_back(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach);
    }
}

/// Box of a label inside the plot. Near the edge or another box, a label moves to another side of its point, and the
/// name of a class above or below. If no side has space, the label is omitted, unless it belongs to a highlighted or
/// pending item or to a class.
QRectF LabelLayer::boxInPlot(const Label &label, const std::vector<QRectF> &taken) const
{
    const QPointF at = m_view.toPixel(dataOf(label));
    // A hidden item, whose position is NaN, has no label. QRectF::contains() would be true for NaN.
    if (!std::isfinite(at.x() + at.y()))
        return {};
    const QRectF box = label.box.translated(m_view.toPixel({0, 0}));
    const auto isFree = [&](const QRectF &tried) {
        return m_view.plot.contains(tried) &&
               std::none_of(taken.begin(), taken.end(), [&](const QRectF &one) { return one.intersects(tried); });
    };
    if (isFree(box))
        return box;
    if (!m_view.plot.contains(at))
        return {};
    const auto mirrored = [&](bool across, bool along) {
        QRectF other = box;
        const QPointF centre = box.center();
        other.moveCenter({across ? 2 * at.x() - centre.x() : centre.x(), along ? 2 * at.y() - centre.y() : centre.y()});
        return other;
    };
    std::vector<QRectF> others{mirrored(true, false), mirrored(false, true), mirrored(true, true)};
    for (const QRectF &one : taken) {
        if (label.kind == Kind::Class && one.intersects(box)) {
            others.push_back(box.translated(0, one.top() - box.bottom()));
            others.push_back(box.translated(0, one.bottom() - box.top()));
        }
    }
    if (const auto other = std::ranges::find_if(others, isFree); other != others.end())
        return *other;
    if (label.kind != Kind::Highlighted && label.kind != Kind::Pending && label.kind != Kind::Class)
        return {};
    QRectF inside = box;
    inside.moveLeft(std::max(m_view.plot.left(), std::min(box.left(), m_view.plot.right() - box.width())));
    inside.moveTop(std::max(m_view.plot.top(), std::min(box.top(), m_view.plot.bottom() - box.height())));
    return inside;
}

void LabelLayer::paintOthers(QPainter *painter, const std::vector<QRectF> &taken, bool outlines)
{
    const std::span<const int> rows = m_levels.at(m_view.scale);
    if (m_chosen.empty() && !rows.empty())
        m_before.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(std::min(rows.size(), maxRequests)));
    const bool images = m_names && m_names->image;
    if (!m_chosen.empty() && m_chosen.size() <= maxRequests)
        return; // up to maxRequests selected points have their own labels
    const QRectF reach = m_view.plot.adjusted(-widestName(), -nameHeight(), 0, nameHeight());
    for (const int row : rows) {
        if (isPrinting() && m_drawn.size() + m_placed.size() >= mostOnPaper(m_view.plot))
            break;
        const Label label{row, m_chosen.empty() ? Kind::Other : Kind::Chosen};
        const QPointF at = m_view.toPixel(dataOf(label));
        if (!std::isfinite(at.x() + at.y()) || !reach.contains(at))
            continue;
        const QSizeF size = drawn(label).pixmap.deviceIndependentSize();
        const QPointF corner = images ? at - QPointF(size.width(), size.height()) / 2
                                      : at + QPointF(pointClear() - textHalo, -size.height() / 2);
        const QRectF box(corner, size);
        if (m_view.plot.contains(box) &&
            std::none_of(taken.begin(), taken.end(), [&](const QRectF &one) { return one.intersects(box); }))
            paintLabel(painter, label, corner, outlines);
    }
}

const LabelLayer::Drawn &LabelLayer::drawn(const Label &label)
{
    const auto key = (static_cast<quint64>(label.kind) << 34) | static_cast<quint64>(label.point + 1);
    Drawn &one = m_pixmaps[key];
    if (one.pixmap.isNull()) {
        const QImage image = showsImage(label) ? m_names->image(label.point) : QImage();
        one.text = textOf(label);
        one.pixmap = image.isNull() ? labelPixmap(one.text, lookOf(label), m_ratio)
                                    : thumbnailPixmap(image, lookOf(label), m_ratio);
    }
    return one;
}

void LabelLayer::paintLabel(QPainter *painter, const Label &label, QPointF corner, bool outlines)
{
    const Drawn &one = drawn(label);
    const QRectF box(corner, one.pixmap.deviceIndependentSize());
    m_drawn.push_back({label.kind == Kind::Class ? -1 : label.point, one.text, box});
    painter->setOpacity(opacityOf(label));
    if (!outlines || showsImage(label)) {
        const QPointF whole((std::round(corner.x() * m_ratio)) / m_ratio, std::round(corner.y() * m_ratio) / m_ratio);
        painter->drawPixmap(whole, one.pixmap);
        return;
    }
    paintLabelOutlines(*painter, one.text, box, lookOf(label));
}

LabelLook LabelLayer::lookOf(const Label &label)
{
    return {label.kind == Kind::Class || label.kind == Kind::Pending,
            label.kind == Kind::Other || label.kind == Kind::Neighbour, label.kind == Kind::Pending};
}

} // namespace anchorscope::gui
