// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/optimizecontroller.h"

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// The hints in the form of the Optimize page: which columns are hints, which would help, and what they were worth to
/// the chosen run.
class HintChooser : public QObject
{
    Q_OBJECT

public:
    HintChooser(Ui::OptimizePage &form, Workspace &workspace, OptimizeController &controller, QObject *parent);
    /// Shows the setup.
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
