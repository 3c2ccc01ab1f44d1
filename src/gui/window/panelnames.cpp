// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/panelnames.h"

#include "core/projection/axisalignment.h"
#include "gui/controllers/distancecontroller.h"
#include "gui/display/itemtext.h"
#include "gui/display/visibleitems.h"
#include "gui/style/plaintext.h"
#include "gui/window/panelgrid.h"

#include <cmath>

namespace anchorscope::gui {

namespace {

/// Maximum length of an item's name in a panel, in characters.
constexpr qsizetype longestInPanel = 40;

/// Maximum number of named classes; more names would cover the points.
constexpr std::size_t maxClasses = 40;

std::shared_ptr<const PointNames> namesOf(const std::shared_ptr<const LoadedData> &data, Side side)
{
    auto names = std::make_shared<PointNames>();
    const ItemTable &items = data->items(side);
    names->name = [data, side](int item) { return shownName(itemName(*data, side, item), longestInPanel); };
    names->length = [data, side](int item) {
        const ItemTable &table = data->items(side);
        return static_cast<int>(std::min<std::size_t>(
            longestInPanel, table.hasIds() ? table.ids[static_cast<std::size_t>(item)].size() : 10));
    };
    if (!items.thumbnails.empty())
        names->image = [data, side](int item) { return thumbnail(data->items(side), item); };
    // Row numbers are not shown beside all points, because they are not informative.
    names->everywhere = items.hasIds() || names->image;
    return names;
}

} // namespace

PanelNames::PanelNames(PanelGrid &panels, Workspace &workspace, ProjectionController &projections,
                       DistanceController &distances, const Selection &selection, const VisibleItems &visible,
                       Runner &drawing)
    : QObject(&panels), m_panels(panels), m_workspace(workspace), m_projections(projections), m_distances(distances),
      m_selection(selection), m_visible(visible)
{
    for (auto &slot : m_finding)
        slot = std::make_unique<JobSlot>(drawing);
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        showNames();
        showTitles();
    });
    connect(&workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        const ViewState &now = m_workspace.view();
        if (before.names != now.names)
            showNames();
        if (before.names != now.names || before.axes != now.axes || before.colourBy != now.colourBy ||
            before.column != now.column || before.appearances != now.appearances || before.filter != now.filter)
            showAllClasses();
    });
    connect(&visible, &VisibleItems::read, this, &PanelNames::showAllClasses);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        // If only the transform of Y changes, e.g. during a drag, the titles change with the points.
        if (changes != SetupChange::Transform)
            showTitles();
    });
    connect(&workspace, &Workspace::runEdited, this, &PanelNames::showTitles);
    connect(&projections, &ProjectionController::projectionsChanged, this, [this](bool relative) {
        for (const Panel panel : allPanels) {
            if (isRelative(panel) == relative)
                showClasses(panel);
        }
        showTitles();
    });
    connect(&distances, &DistanceController::neighboursChanged, this, &PanelNames::showNeighbours);
    showTitles();
}

void PanelNames::showAllClasses()
{
    for (const Panel panel : allPanels)
        showClasses(panel);
}

void PanelNames::showNames()
{
    std::array<std::shared_ptr<const PointNames>, 2> names;
    if (m_workspace.hasData() && m_workspace.view().names)
        names = {namesOf(m_workspace.data(), Side::x), namesOf(m_workspace.data(), Side::y)};
    for (const Panel panel : allPanels)
        m_panels.view(panel)->setNames(names[static_cast<std::size_t>(sideOf(panel))]);
}

/// Shows the names of classes at the centres of their points; a job computes the centres of many items.
void PanelNames::showClasses(Panel panel)
{
    JobSlot &slot = *m_finding[static_cast<std::size_t>(panel)];
    slot.drop();
    const auto classes = m_visible.classes();
    const auto side = static_cast<std::size_t>(sideOf(panel));
    const ColumnGroups &groups = (*classes)[side];
    const std::size_t count = groups.names.size();
    const PanelPlot &plot = m_projections.plot(panel);
    const bool named = plot.coordinates && m_workspace.view().names;
    if (!named || groups.of.empty() || count <= 1 || count > maxClasses)
        return m_panels.view(panel)->setClasses({});
    const auto find = [plot, classes, side, axes = m_workspace.view().axesOf(panel),
                       hidden = m_selection.hidden(sideOf(panel))] {
        const ColumnGroups &of = (*classes)[side];
        return classCentres(placesOf(plot, axes, hidden.get()), of.of, static_cast<Index>(of.names.size()));
    };
    if (plot.coordinates->rows() <= VisibleItems::maxAtOnce)
        return m_panels.view(panel)->setClasses(namesAt(groups.names, find()));
    slot.start<Matrix>(
        tr("Placing names"), [find](const RunContext &) -> Result<Matrix> { return find(); },
        [this, panel, classes, side](Result<Matrix> centres) {
            if (centres)
                m_panels.view(panel)->setClasses(namesAt((*classes)[side].names, *centres));
        });
}

void PanelNames::showTitles()
{
    const bool known = m_workspace.hasData();
    QString centering;
    for (const CenteringChoice &choice : centeringChoices()) {
        if (choice.value == m_workspace.setup().centering)
            centering = QString::fromUtf8(choice.label).toLower();
    }
    const AnchorSet anchors = m_workspace.knownAnchors();
    for (const Panel panel : allPanels) {
        const Side side = sideOf(panel);
        const QString letter = side == Side::x ? tr("X") : tr("Y");
        QString about;
        if (known && isRelative(panel) && m_projections.liveIteration()) {
            about = tr("iteration %1 of the run").arg(*m_projections.liveIteration());
        } else if (known && isRelative(panel)) {
            about = anchors.optimized() ? tr("%1 anchors of %2")
                                              .arg(anchors.count())
                                              .arg(QString::fromStdString(m_workspace.chosenRun()->name))
                    : anchors.seeds() == 1 ? tr("1 seed")
                                           : tr("%1 seeds").arg(anchors.seeds());
        } else if (known) {
            const EmbeddingSet &set = m_workspace.data()->set(side);
            about = tr("%1 · %2-d · %3").arg(QString::fromStdString(set.name)).arg(set.dimension()).arg(centering);
            if (const Index missing = m_projections.plot(panel).missing; missing > 0)
                about += tr(" · %1 items without coordinates").arg(countText(missing));
        }
        const QString changed = side == Side::y ? transformWords(m_workspace.setup().transform) : QString();
        if (known && !changed.isEmpty())
            about.prepend(tr("Y changed: %1 · ").arg(changed));
        m_panels.view(panel)->setTitle(
            isRelative(panel) ? tr("%1 relative").arg(letter) : tr("%1 absolute").arg(letter), about);
    }
}

void PanelNames::showNeighbours()
{
    for (const Panel panel : allPanels)
        m_panels.view(panel)->setNeighbours(m_distances.neighbours(sideOf(panel)));
}

std::vector<ClassName> namesAt(const std::vector<std::string> &names, const Matrix &centres)
{
    std::vector<ClassName> classes;
    for (std::size_t c = 0; c < names.size(); ++c) {
        const QPointF at(centres(static_cast<Index>(c), 0), centres(static_cast<Index>(c), 1));
        if (std::isfinite(at.x() + at.y()))
            classes.push_back({shownName(QString::fromStdString(names[c]), longestInPanel), at});
    }
    return classes;
}

} // namespace anchorscope::gui
