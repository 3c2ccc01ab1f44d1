// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/optimizers/optimizers.h"
#include "gui/state/workspace.h"

#include <QObject>

class QWidget;

namespace Ui {
class OptimizePage;
}

namespace anchorscope::gui {

/// The method and its numbers in the form of the page: each widget shows a field of OptimizeOptions, changes become
/// steps of the setup, and only the fields that the method reads are there.
class OptimizeParameters : public QObject
{
    Q_OBJECT

public:
    OptimizeParameters(Ui::OptimizePage &form, Workspace &workspace, QObject *parent);
    /// Shows the setup.
    void show();

private:
    struct Bound
    {
        const Field<OptimizeOptions> *field;
        QWidget *widget, *label; ///< label: null where the widget has its own
    };
    template <class Widget, class Signal>
    void bind(const char *id, Widget *widget, Signal changed, QWidget *label = nullptr);
    void edit(const Bound &bound, int merge);

    Ui::OptimizePage &m_ui;
    Workspace &m_workspace;
    std::vector<Bound> m_bound;
};

} // namespace anchorscope::gui
