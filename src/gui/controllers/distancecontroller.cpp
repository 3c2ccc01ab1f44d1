// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/distancecontroller.h"

#include "gui/present/colouring.h"

namespace anchorscope::gui {

namespace {

using Pair = std::array<std::shared_ptr<const PointColours>, 2>;

std::shared_ptr<const PointColours> coloured(const PreparedSpace &space, ItemIndex item)
{
    if (item == noItem)
        return nullptr;
    const Vector similarity = space.rows * space.rows.row(item).transpose();
    return coloursBySimilarity(similarity);
}

} // namespace

DistanceController::DistanceController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_job(runner)
{
    connect(&selection, &Selection::hoverChanged, this, &DistanceController::measure);
    const auto forget = [this] {
        m_job.drop();
        m_colours = {};
        Q_EMIT changed();
    };
    connect(&workspace, &Workspace::dataChanged, this, forget);
    connect(&workspace, &Workspace::preparedChanged, this, forget);
}

void DistanceController::setActive(bool active)
{
    m_active = active;
    m_colours = {};
    measure();
}

void DistanceController::measure()
{
    const Selection::Hover hover = m_selection.hover();
    if (!m_active || hover.item == noItem || !m_workspace.prepared())
        return;
    m_job.start<Pair>(
        tr("Measuring distances"),
        [spaces = m_workspace.prepared(), hover](const RunContext &) -> Result<Pair> {
            return Pair{coloured(*spaces.x, hover.of(Side::x)), coloured(*spaces.y, hover.of(Side::y))};
        },
        [this](Result<Pair> colours) {
            if (!colours || !m_active)
                return;
            m_colours = std::move(*colours);
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
