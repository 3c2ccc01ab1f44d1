// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/pictureswitch.h"

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>

namespace anchorscope::gui {

PictureSwitch::PictureSwitch(const QList<QAction *> &actions, QWidget *parent) : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QAction *action : actions) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setObjectName("show" + action->objectName().mid(6)); // after “action”
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(button);
    }
}

} // namespace anchorscope::gui
