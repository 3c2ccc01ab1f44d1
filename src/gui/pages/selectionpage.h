// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/present/itemsearch.h"
#include "gui/state/selection.h"

#include <QWidget>

#include <memory>

class QTimer;

namespace Ui {
class SelectionPage;
}

namespace anchorscope::gui {

class ItemModel;

/// Search, the selected items as a list, and how a selection carries over to the other space.
class SelectionPage : public QWidget
{
    Q_OBJECT

public:
    SelectionPage(Workspace &workspace, Selection &selection, QWidget *parent = nullptr);
    ~SelectionPage() override;

    /// Puts the cursor into the search field.
    void beginSearch();

private:
    Side side() const;
    void search();
    void showSelection();
    void goTo(const QModelIndex &index);

    std::unique_ptr<Ui::SelectionPage> m_ui;
    Workspace &m_workspace;
    Selection &m_selection;
    ItemModel *m_model;
    QTimer *m_delay;
    bool m_goingTo = false;   // the list stays while the user walks through it
    bool m_searching = false; ///< what is selected now is what was found
};

} // namespace anchorscope::gui
