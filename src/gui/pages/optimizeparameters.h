// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/optimizers.h"
#include "gui/state/workspace.h"

#include <QObject>

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// The method and its numbers in the form of the page: changes become steps of the setup, and only the fields that the
/// method reads are there.
class OptimizeParameters : public QObject
{
    Q_OBJECT

public:
    OptimizeParameters(Ui::OptimizePage &form, Workspace &workspace, QObject *parent);
    /// Shows the setup.
    void show();

private:
    void connectMethod();
    void connectTransport();
    void showTransport(const OptimizeOptions &options);
    void showFields(const Optimizer &method);
    void changeOptions(const QString &name, const std::function<void(OptimizeOptions &)> &edit, int merge);

    Ui::OptimizePage &m_ui;
    Workspace &m_workspace;
};

} // namespace anchorscope::gui
