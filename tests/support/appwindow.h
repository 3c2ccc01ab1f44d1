// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/models/appmodel.h"
#include "gui/pages/anchorspage.h"
#include "gui/window/mainwindow.h"
#include "gui/window/messagebar.h"
#include "gui/window/panelgrid.h"

#include <QDockWidget>

namespace anchorscope::test {

struct OwnModel
{
    gui::AppModel model;
};

/// The window with its own model, created before and deleted after it as in the program.
class AppWindow : public OwnModel, public gui::MainWindow
{
public:
    AppWindow() : gui::MainWindow(model) {}

    gui::PanelGrid &panels() const { return *findChild<gui::PanelGrid *>(); }
    gui::MessageBar &messages() const { return *findChild<gui::MessageBar *>(); }
    gui::AnchorsPage &anchorsPage() const { return *findChild<gui::AnchorsPage *>(); }
    QDockWidget *dock(const QString &name) const { return findChild<QDockWidget *>(name); }
};

} // namespace anchorscope::test
