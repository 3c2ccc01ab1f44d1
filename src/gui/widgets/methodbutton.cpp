// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/methodbutton.h"

#include "core/evaluate/representation.h"
#include "gui/display/labels.h"
#include "gui/style/theme.h"

#include <QMenu>

#include <algorithm>

namespace anchorscope::gui {

MethodButton::MethodButton(Workspace &workspace, QWidget *parent) : QToolButton(parent), m_workspace(workspace)
{
    setObjectName("methods");
    setIcon(gui::icon("settings"));
    setToolTip(tr("Choose the rows of the table that are measured"));
    setAccessibleName(tr("Rows of the table"));
    setToolButtonStyle(Qt::ToolButtonIconOnly);
    setPopupMode(QToolButton::InstantPopup);
    setMenu(new QMenu(this));
    menu()->setToolTipsVisible(true);
    connect(menu(), &QMenu::aboutToShow, this, &MethodButton::fill);
    fill();
}

void MethodButton::fill()
{
    menu()->clear();
    const std::vector<std::string> &chosen = m_workspace.setup().methods;
    menu()->addAction(tr("&All quick rows"), this, [this] {
        m_workspace.change(tr("All quick rows"), [](Setup &setup) { setup.methods.clear(); });
    });
    menu()->addSeparator();
    for (const Representation &each : representations()) {
        QAction *action = menu()->addAction(representationLabel(each.id));
        action->setData(QString::fromUtf8(each.id));
        action->setToolTip(QString::fromUtf8(each.about));
        action->setCheckable(true);
        action->setChecked(chosen.empty() ? !each.slow : std::ranges::count(chosen, each.id) > 0);
        connect(action, &QAction::triggered, this, &MethodButton::choose);
    }
}

void MethodButton::choose()
{
    std::vector<std::string> ids;
    for (const QAction *action : menu()->actions()) {
        if (action->isChecked())
            ids.push_back(action->data().toString().toStdString());
    }
    m_workspace.change(tr("Rows of the tables"), [&ids](Setup &setup) { setup.methods = ids; });
}

} // namespace anchorscope::gui
