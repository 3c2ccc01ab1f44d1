// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/disagreementcontroller.h"
#include "gui/state/selection.h"

#include <QWidget>

class QLabel;
class QTabBar;
class QTreeWidget;

namespace anchorscope::gui {

/// Lists groups of items that are close together in only one space (core/definitions.md, 13). A click selects a group.
class DisagreementPage : public QWidget
{
    Q_OBJECT

public:
    DisagreementPage(Workspace &workspace, Selection &selection, DisagreementController &disagreement,
                     QWidget *parent = nullptr);

private:
    void build();
    void showState();
    void showGroups();
    void selectGroup(int row);
    std::vector<const DisagreementGroup *> groups() const; ///< groups of items that the current tab lists
    QString membersOf(const DisagreementGroup &group, std::size_t most) const;

    Workspace &m_workspace;
    Selection &m_selection;
    DisagreementController &m_disagreement;
    QLabel *m_headline, *m_note;
    QTabBar *m_tabs;
    QTreeWidget *m_groups;
};

} // namespace anchorscope::gui
