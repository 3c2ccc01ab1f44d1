// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/axismenu.h"

#include "gui/display/framechoice.h"
#include "gui/style/plaintext.h"

#include <QActionGroup>

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

QString componentName(const PanelPlot &plot, int component)
{
    if (component >= plot.explained.size() ||
        plot.frame == PanelFrame::Neighbours) // the axes of a neighbour map have no meaning, so their titles are empty
        return {};
    if (plot.frame == PanelFrame::Own)
        return AxisMenu::tr("%1 %2").arg(shownName(plot.title, longestInLabel)).arg(component + 1);
    if (plot.frame == PanelFrame::Map)
        return component == 0 ? AxisMenu::tr("Longitude (°)") : AxisMenu::tr("Latitude (°)");
    if (plot.frame == PanelFrame::Dimensions)
        return AxisMenu::tr("Dimension %1 (%2%)").arg(component + 1).arg(100 * plot.explained(component), 0, 'f', 1);
    constexpr int rotatedAxes = 2;
    const QString name =
        plot.rotated && component < rotatedAxes ? AxisMenu::tr("Axis %1 (%2%)") : AxisMenu::tr("PC %1 (%2%)");
    return name.arg(component + 1).arg(100 * plot.explained(component), 0, 'f', 1);
}

AxisMenu::AxisMenu(const QString &title, Workspace &workspace, const ProjectionController &projections, Panel panel,
                   QWidget *parent)
    : QMenu(title, parent), m_workspace(workspace), m_projections(projections), m_panel(panel),
      m_horizontal(addMenu(tr("&Horizontal axis"))), m_vertical(addMenu(tr("&Vertical axis"))),
      m_horizontals(new QActionGroup(this)), m_verticals(new QActionGroup(this)), m_choices(new QActionGroup(this))
{
    m_swap = addAction(tr("&Swap the axes"), this, [this] {
        const Axes &now = m_workspace.view().axesOf(m_panel);
        choose({now.vertical, now.horizontal});
    });
    if (!isRelative(panel))
        m_frames = addMenu(tr("&Coordinates of both absolute panels"));
    connect(this, &QMenu::aboutToShow, this, &AxisMenu::fill);
    fill();
}

void AxisMenu::fill()
{
    addList(*m_horizontal, *m_horizontals, &Axes::horizontal);
    addList(*m_vertical, *m_verticals, &Axes::vertical);
    m_swap->setEnabled(m_projections.plot(m_panel).coordinates != nullptr);
    if (m_frames)
        addFrames();
}

void AxisMenu::addFrames()
{
    m_frames->clear();
    const std::vector<FrameChoice> choices = frameChoices(m_workspace);
    for (const FrameChoice &choice : choices) {
        QAction *action = m_frames->addAction(QString(choice.name).replace('&', "&&"), this,
                                              [this, choice] { chooseFrame(m_workspace, choice); });
        action->setCheckable(true);
        m_choices->addAction(action);
    }
    if (const int chosen = chosenFrame(m_workspace, choices); chosen >= 0)
        m_frames->actions().at(chosen)->setChecked(true);
}

void AxisMenu::addList(QMenu &menu, QActionGroup &group, int Axes::*axis)
{
    menu.clear();
    const PanelPlot &plot = m_projections.plot(m_panel);
    const Axes shown = shownAxes(plot, m_workspace.view().axesOf(m_panel));
    for (int component = 0; !componentName(plot, component).isEmpty(); ++component) {
        QAction *action = menu.addAction(componentName(plot, component), this, [this, axis, component] {
            Axes axes = m_workspace.view().axesOf(m_panel);
            // Exchanges the axes if both would show the same component.
            if (int Axes::*other = axis == &Axes::horizontal ? &Axes::vertical : &Axes::horizontal;
                axes.*other == component)
                std::swap(axes.horizontal, axes.vertical);
            axes.*axis = component;
            choose(axes);
        });
        action->setCheckable(true);
        action->setChecked(component == shown.*axis);
        group.addAction(action);
    }
    menu.setEnabled(!menu.isEmpty());
}

void AxisMenu::choose(const Axes &axes)
{
    m_workspace.changeView(tr("Axes"), [&](ViewState &view) { view.axesOf(m_panel) = axes; });
}

} // namespace anchorscope::gui
