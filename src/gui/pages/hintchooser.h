// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// Widgets for hints in the form of the Optimize page: the columns used, those that would help, and how much they
/// helped the chosen run.
class HintChooser : public QObject
{
    Q_OBJECT

public:
    HintChooser(Ui::OptimizePage &form, Workspace &workspace, OptimizeController &controller, QObject *parent);
    /// Updates the widgets from the setup.
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
