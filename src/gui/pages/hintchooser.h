// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// Widgets for hints on the Optimize page: used and useful columns, and how much the hints helped the chosen run.
class HintChooser : public QObject
{
    Q_OBJECT

public:
    HintChooser(Ui::OptimizePage &form, Workspace &workspace, OptimizeController &controller, QObject *parent);
    void show();

private:
    void fillMenu();
    void toggle(const std::string &name);
    QString about() const;

    Ui::OptimizePage &m_ui;
    Workspace &m_workspace;
    OptimizeController &m_controller;
};

} // namespace anchorscope::gui
