// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QToolButton>

namespace anchorscope::gui {

/// Button with a menu for Setup::methods, the methods that are measured.
class MethodButton : public QToolButton
{
    Q_OBJECT

public:
    explicit MethodButton(Workspace &workspace, QWidget *parent = nullptr);

private:
    void fill();
    void choose();

    Workspace &m_workspace;
};

} // namespace anchorscope::gui
