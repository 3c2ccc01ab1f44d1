// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/axismenu.h"

#include <QActionGroup>

#include <utility>

namespace anchorscope::gui {

QString componentName(const Picture &picture, int component)
{
    if (component >= picture.explained.size())
        return {};
    if (picture.frame == PanelFrame::Map)
        return component == 0 ? AxisMenu::tr("Longitude (°)") : AxisMenu::tr("Latitude (°)");
    if (picture.frame == PanelFrame::Dimensions)
        return AxisMenu::tr("Dimension %1 (%2 %)")
            .arg(component + 1)
            .arg(100 * picture.explained(component), 0, 'f', 1);
    constexpr int turnedAxes = 2;
    const QString name =
        picture.turned && component < turnedAxes ? AxisMenu::tr("Axis %1 (%2 %)") : AxisMenu::tr("PC %1 (%2 %)");
    return name.arg(component + 1).arg(100 * picture.explained(component), 0, 'f', 1);
}

AxisMenu::AxisMenu(const QString &title, Workspace &workspace, const ProjectionController &projections, Panel panel,
                   QWidget *parent)
    : QMenu(title, parent), m_workspace(workspace), m_projections(projections), m_panel(panel),
      m_horizontal(addMenu(tr("&Horizontal axis"))), m_vertical(addMenu(tr("&Vertical axis")))
{
    m_swap = addAction(tr("&Exchange the axes"), this, [this] {
        const Axes &now = m_workspace.view().axesOf(m_panel);
        choose({now.vertical, now.horizontal});
    });
    connect(this, &QMenu::aboutToShow, this, &AxisMenu::fill);
    fill();
}

void AxisMenu::fill()
{
    addList(*m_horizontal, &Axes::horizontal);
    addList(*m_vertical, &Axes::vertical);
    m_swap->setEnabled(m_projections.picture(m_panel).coordinates != nullptr);
}

void AxisMenu::addList(QMenu &menu, int Axes::*axis)
{
    menu.clear();
    delete menu.findChild<QActionGroup *>();
    auto *group = new QActionGroup(&menu);
    const Picture &picture = m_projections.picture(m_panel);
    const Axes shown = shownAxes(picture, m_workspace.view().axesOf(m_panel));
    for (int component = 0; !componentName(picture, component).isEmpty(); ++component) {
        QAction *action = menu.addAction(componentName(picture, component), this, [this, axis, component] {
            Axes axes = m_workspace.view().axesOf(m_panel);
            // Both axes would show the same: they change places.
            if (int Axes::*other = axis == &Axes::horizontal ? &Axes::vertical : &Axes::horizontal;
                axes.*other == component)
                std::swap(axes.horizontal, axes.vertical);
            axes.*axis = component;
            choose(axes);
        });
        action->setCheckable(true);
        action->setChecked(component == shown.*axis);
        group->addAction(action);
    }
    menu.setEnabled(!menu.isEmpty());
}

void AxisMenu::choose(const Axes &axes)
{
    m_workspace.changeView(tr("Axes"), [&](ViewState &view) { view.axesOf(m_panel) = axes; });
}

} // namespace anchorscope::gui
