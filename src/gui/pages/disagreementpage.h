// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/disagreementcontroller.h"
#include "gui/state/selection.h"

#include <QWidget>

class QLabel;
class QTabBar;
class QTreeWidget;

namespace anchorscope::gui {

/// Groups of items that one space holds together and the other tears apart (core/README.md, 13). A click selects a
/// group in all panels.
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
    std::vector<const DisagreementGroup *> groups() const; ///< of the tab in front
    QString membersOf(const DisagreementGroup &group, std::size_t most) const;

    Workspace &m_workspace;
    Selection &m_selection;
    DisagreementController &m_disagreement;
    QLabel *m_headline, *m_note;
    QTabBar *m_tabs;
    QTreeWidget *m_groups;
};

} // namespace anchorscope::gui
