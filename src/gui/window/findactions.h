// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/itemsearch.h"
#include "gui/state/selection.h"
#include "gui/window/finder.h"
#include "jobs/jobslot.h"

#include <QMainWindow>

namespace anchorscope::gui {

struct AppModel;
class Docks;
class PanelGrid;

/// Ctrl+F finds items and classes by name; Enter selects the answer, moves the panels to it and shows it in the
/// Inspector. Ctrl+Shift+P finds commands. While the user types into a field, letters do not trigger shortcuts.
class FindActions : public QObject
{
    Q_OBJECT

public:
    FindActions(QMainWindow &window, AppModel &model, PanelGrid &panels, Docks &docks);

    void findItems();
    void findCommands();
    void goTo(Side side, ItemIndex item);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void askItems(const QString &typed);
    void showItems(const QString &typed, const FoundItems &found);
    void selectLabel(std::int32_t label);
    void addClasses(const QString &typed, Finder::Answers &answers);
    void askCommands(const QString &typed);

    QMainWindow &m_window;
    AppModel &m_model;
    PanelGrid &m_panels;
    Docks &m_docks;
    Finder *m_finder;
    JobSlot m_job;
};

} // namespace anchorscope::gui
