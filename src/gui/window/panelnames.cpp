// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/panelnames.h"

#include "core/projection/picture.h"
#include "gui/controllers/distancecontroller.h"
#include "gui/present/itemtext.h"
#include "gui/style/plaintext.h"
#include "gui/window/panelgrid.h"

#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr qsizetype longestInPanel = 40; ///< characters: about what the widest label has room for
constexpr std::size_t mostClasses = 40;  ///< with names at their middle: more would cover the points

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
        names->picture = [data, side](int item) { return thumbnail(data->items(side), item); };
    names->everywhere = items.hasIds() || names->picture; // numbers of rows say nothing
    return names;
}

} // namespace

PanelNames::PanelNames(PanelGrid &panels, Workspace &workspace, ProjectionController &projections,
                       DistanceController &distances)
    : QObject(&panels), m_panels(panels), m_workspace(workspace), m_projections(projections), m_distances(distances)
{
    connect(&workspace, &Workspace::dataChanged, this, &PanelNames::showNames);
    connect(&workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        if (before.names != m_workspace.view().names)
            showNames();
        for (const Panel panel : allPanels)
            showClasses(panel);
    });
    connect(&projections, &ProjectionController::picturesChanged, this, [this](bool relative) {
        for (const Panel panel : allPanels) {
            if (isRelative(panel) == relative)
                showClasses(panel);
        }
    });
    connect(&distances, &DistanceController::neighboursChanged, this, &PanelNames::showNeighbours);
}

void PanelNames::showNames()
{
    std::array<std::shared_ptr<const PointNames>, 2> names;
    if (m_workspace.hasData() && m_workspace.view().names)
        names = {namesOf(m_workspace.data(), Side::x), namesOf(m_workspace.data(), Side::y)};
    for (const Panel panel : allPanels)
        m_panels.view(panel)->setNames(names[static_cast<std::size_t>(sideOf(panel))]);
}

void PanelNames::showClasses(Panel panel)
{
    std::vector<ClassName> classes;
    const Picture &picture = m_projections.picture(panel);
    const ViewState &view = m_workspace.view();
    if (m_workspace.hasData() && picture.coordinates && view.names && view.colourBy == ColourBy::Label) {
        const ItemTable &items = m_workspace.data()->items(sideOf(panel));
        const std::size_t count = items.labelNames.size();
        if (items.hasLabels() && count > 1 && count <= mostClasses) {
            const Matrix centres =
                classCentres(along(picture, view.axesOf(panel)), items.labels, static_cast<Index>(count));
            for (std::size_t c = 0; c < count; ++c) {
                const QPointF at(centres(static_cast<Index>(c), 0), centres(static_cast<Index>(c), 1));
                if (std::isfinite(at.x() + at.y()))
                    classes.push_back({shownName(QString::fromStdString(items.labelNames[c]), longestInPanel), at});
            }
        }
    }
    m_panels.view(panel)->setClasses(std::move(classes));
}

void PanelNames::showNeighbours()
{
    for (const Panel panel : allPanels)
        m_panels.view(panel)->setNeighbours(m_distances.neighbours(sideOf(panel)));
}

} // namespace anchorscope::gui
