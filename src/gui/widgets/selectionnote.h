// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/selection.h"

#include <QLabel>

namespace anchorscope::gui {

class SelectionNote : public QLabel
{
    Q_OBJECT

public:
    explicit SelectionNote(const Workspace &workspace, const Selection &selection, QWidget *parent = nullptr);

private:
    void take();

    const Workspace &m_workspace;
    const Selection &m_selection;
};

} // namespace anchorscope::gui
