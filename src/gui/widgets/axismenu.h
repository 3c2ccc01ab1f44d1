// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/projectioncontroller.h"

#include <QMenu>

class QActionGroup;

namespace anchorscope::gui {

/// Which principal components a panel shows: one list for the horizontal axis and one for the vertical, each with its
/// share of the variance; and in which frame both absolute panels stand. The relative panels share one choice.
class AxisMenu : public QMenu
{
    Q_OBJECT

public:
    AxisMenu(const QString &title, Workspace &workspace, const ProjectionController &projections, Panel panel,
             QWidget *parent = nullptr);

private:
    void fill();
    void addList(QMenu &menu, QActionGroup &group, int Axes::*axis);
    void addFrames();
    void choose(const Axes &axes);

    Workspace &m_workspace;
    const ProjectionController &m_projections;
    const Panel m_panel;
    QMenu *m_horizontal, *m_vertical;
    QMenu *m_frames = nullptr;                             ///< of an absolute panel
    QActionGroup *m_horizontals, *m_verticals, *m_choices; ///< the entries of the three
    QAction *m_swap;
};

/// "PC 1 (7.1%)"; an empty string for a component that the picture does not have.
QString componentName(const Picture &picture, int component);

} // namespace anchorscope::gui
