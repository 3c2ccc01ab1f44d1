// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/display/itemsearch.h"
#include "gui/display/visibleitems.h"
#include "jobs/jobslot.h"

#include <QWidget>

#include <memory>

class QTimer;

namespace Ui {
class SelectionPage;
}

namespace anchorscope::gui {

class ItemModel;

/// Search, filter, list of selected items, and the way in which a selection is transferred to the other space.
class SelectionPage : public QWidget
{
    Q_OBJECT

public:
    SelectionPage(Workspace &workspace, Selection &selection, VisibleItems &visible, Runner &runner,
                  QWidget *parent = nullptr);
    ~SelectionPage() override;

    void beginFilter();

private:
    Side side() const;
    void search();
    void selectNearest();
    void showSelection();
    void connectFilter();
    void filter(bool finished);
    void showFilter();
    void showProblem(const QString &problem);
    void goTo(const QModelIndex &index);

    std::unique_ptr<Ui::SelectionPage> m_ui;
    Workspace &m_workspace;
    Selection &m_selection;
    VisibleItems &m_visible;
    ItemModel *m_model;
    QTimer *m_delay, *m_filterDelay;
    JobSlot m_findingNearest;
    bool m_goingTo = false; // true while a click in the list changes the focus; the list is not updated then
    bool m_searching = false;
};

} // namespace anchorscope::gui
