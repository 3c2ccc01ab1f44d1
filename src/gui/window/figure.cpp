// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/figure.h"

#include "gui/display/colouring.h"
#include "gui/display/verdicttext.h"
#include "gui/plot/pointshape.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/legendbar.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <optional>

namespace anchorscope::gui {

namespace {

constexpr std::size_t legendPart = 4, captionPart = 5;
constexpr double edge = 8;           ///< margin around legend and caption, in pixels
constexpr double headingLines = 2.6; ///< height of a heading, in lines of small text
constexpr double chipRoom = 14, entryGap = 12;
/// Maximum number of entries in the legend; more would leave too little space for the panels.
constexpr std::size_t maxEntries = 40;

/// Share of X's items whose partner is the nearest item; nullopt: not measured.
std::optional<double> partnersFound(const Workspace &workspace, bool isRelative)
{
    const io::RunRecord *run = workspace.chosenRun();
    if (isRelative && run && run->summary.correct)
        return *run->summary.correct;
    std::optional<double> best;
    for (const RetrievalRow &row : workspace.retrieval().rows) {
        const bool fits = isRelative ? row.method == "Seed" : row.method.starts_with("Absolute");
        if (fits && row.xToY.queries > 0)
            best = std::max(best.value_or(0), row.xToY.pAt1.mean);
    }
    return best;
}

} // namespace

Figure::Figure(const Workspace &workspace, const PanelGrid &panels, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_panels(panels), m_legend(panels.legend())
{
    setObjectName("figure");
    setAccessibleName(tr("Figure of the panels"));
    hide();
}

std::vector<ExportablePlot::Part> Figure::parts() const
{
    std::vector<Part> parts;
    for (const Panel panel : allPanels)
        parts.push_back({m_panels.view(panel)->accessibleName(), m_shown[parts.size()]});
    parts.push_back({tr("Legend"), m_shown[legendPart]});
    parts.push_back({tr("Caption"), m_shown[captionPart]});
    return parts;
}

void Figure::showPart(std::size_t part, bool shown)
{
    m_shown[part] = shown;
}

bool Figure::shows(const QWidget *view) const
{
    return std::ranges::any_of(allPanels, [&](Panel panel) { return m_panels.view(panel) == view; });
}

void Figure::showBeforeAndAfter()
{
    m_shown.fill(true);
    m_shown[captionPart] = false;
    m_compares = true;
}

void Figure::showOnly(const QWidget *panel)
{
    m_compares = false;
    m_shown.fill(true);
    for (std::size_t i = 0; panel && i < allPanels.size(); ++i)
        m_shown[i] = m_panels.view(allPanels[i]) == panel;
}

std::vector<ScatterView *> Figure::chosen() const
{
    std::vector<ScatterView *> views;
    for (std::size_t i = 0; i < allPanels.size(); ++i) {
        if (m_shown[i])
            views.push_back(m_panels.view(allPanels[i]));
    }
    return views;
}

QString Figure::heading(int row) const
{
    if (row == 0)
        return tr("In their own coordinates");
    const AnchorSet anchors = m_workspace.knownAnchors();
    const Index seeds = anchors.seeds();
    const QString pairs = seeds == 1 ? tr("1 known pair") : tr("%1 known pairs").arg(seeds);
    if (!anchors.optimized())
        return seeds == 0 ? tr("Relative to anchors, without known pairs") : tr("Relative to %1").arg(pairs);
    return seeds == 0 ? tr("Relative to %1 anchors found without known pairs").arg(anchors.count())
                      : tr("Relative to %1 anchors found from %2").arg(anchors.count()).arg(pairs);
}

void Figure::drawHeading(QPainter &painter, int row, const QRectF &room) const
{
    const QString text = heading(row);
    const std::optional<double> share = partnersFound(m_workspace, row > 0);
    QFont large = titleFont();
    large.setPixelSize(qRound(0.72 * room.height()));
    painter.save();
    painter.setPen(textColour());
    painter.setFont(large);
    const QString value = share ? roundedDown(*share) : QString();
    painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, value);
    const double wide = QFontMetricsF(large).horizontalAdvance(value);
    large.setPixelSize(qRound(0.45 * room.height()));
    painter.setFont(large);
    const LoadedData &loaded = *m_workspace.data();
    const Index x = loaded.set(Side::x).vectors.cols(), y = loaded.set(Side::y).vectors.cols();
    const QString note = share               ? tr("%1: partners found").arg(text)
                         : row > 0 || x == y ? text
                                             : tr("%1: %2 and %3 dimensions, not comparable").arg(text).arg(x).arg(y);
    painter.drawText(room.adjusted(0, 0, -wide - edge, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(large).elidedText(note, Qt::ElideRight, room.width() - wide - edge));
    painter.restore();
}

QString Figure::caption() const
{
    if (!m_workspace.hasData())
        return {};
    return m_workspace.pair().text(m_workspace.provenance(Scoring::Health)) + QStringLiteral(" · Anchorscope ") +
           QCoreApplication::applicationVersion();
}

double Figure::legend(QPainter *painter, double width) const
{
    const QFontMetricsF metrics(smallFont());
    std::vector<LegendEntry> entries = m_legend.entries();
    addSeedEntry(entries, m_workspace);
    const double line = metrics.height() + 4;
    double x = edge, y = 4;
    for (std::size_t i = 0; i < std::min(entries.size(), maxEntries); ++i) {
        const QString name = metrics.elidedText(shownName(entries[i].name), Qt::ElideRight, width / 2);
        const double wide = chipRoom + metrics.horizontalAdvance(name);
        if (x > edge && x + wide > width - edge) {
            x = edge;
            y += line;
        }
        if (painter) {
            const QPainterPath chip = pointShape(entries[i].shape, 4).translated(x + 5, y + metrics.height() / 2);
            painter->fillPath(chip, entries[i].colour);
            if (entries[i].isSeed)
                painter->strokePath(chip, QPen(textColour(), 2));
            painter->setPen(textColour());
            painter->drawText(QPointF(x + chipRoom, y + metrics.ascent()), name);
        }
        x += wide + entryGap;
    }
    return entries.empty() ? 0 : y + line;
}

void Figure::drawPlot(QPainter &painter, const QSizeF &size)
{
    painter.save();
    painter.setFont(smallFont());
    const double top = m_shown[legendPart] ? legend(&painter, size.width()) : 0;
    double bottom = size.height();
    if (m_shown[captionPart]) {
        const QRectF room(edge, 0, size.width() - 2 * edge, size.height());
        const double height = painter.boundingRect(room, Qt::TextWordWrap, caption()).height();
        bottom -= height + edge;
        painter.setPen(mutedText());
        painter.drawText(QRectF(edge, bottom, room.width(), height + 2), Qt::TextWordWrap, caption());
    }
    painter.restore();
    const std::vector<ScatterView *> views = chosen();
    const int columns = views.size() > 1 ? 2 : 1;
    const int rows = (static_cast<int>(views.size()) + columns - 1) / columns;
    const double line = m_compares ? headingLines * QFontMetricsF(smallFont()).height() : 0;
    const QSizeF cell(size.width() / columns, (bottom - top) / std::max(1, rows) - line);
    for (int row = 0; m_compares && row < rows; ++row)
        drawHeading(painter, row, {edge, top + row * (cell.height() + line), size.width() - 2 * edge, line});
    for (std::size_t i = 0; i < views.size(); ++i) {
        const int at = static_cast<int>(i);
        painter.save();
        painter.translate(at % columns * cell.width(), top + at / columns * (cell.height() + line) + line);
        PlotChart &chart = *views[i]->chart();
        const bool axes = chart.areAxesShown();
        chart.setLetter(views.size() > 1 ? QString(QChar('a' + at)) : QString());
        chart.setAxesShown(axes && !m_compares); // a slide has no axes, to leave their space to the points
        views[i]->drawPlot(painter, cell);
        chart.setAxesShown(axes);
        chart.setLetter({});
        painter.restore();
    }
}

void Figure::restyle()
{
    for (ScatterView *view : chosen())
        view->restyle();
}

} // namespace anchorscope::gui
