// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/mistakescontroller.h"
#include "gui/state/selection.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QTabBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace anchorscope::gui {

/// Page of the chosen run's mistakes: shares of mistakes by label, by column and by region, and a list of the worst
/// items with their matches. A click selects the items in all panels.
class MistakesPage : public QWidget
{
    Q_OBJECT

public:
    MistakesPage(Workspace &workspace, Selection &selection, MistakesController &mistakes, QWidget *parent = nullptr);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum Groups { ByLabel, ByColumn, ByRegion };

    void build();
    void showMistakes();
    void showGroups();
    void fitGroupNames();
    /// Lists the worst items, or only those of a group.
    void showWorst(const MistakeGroup *of = nullptr);
    const std::vector<MistakeGroup> *groups() const; ///< groups of mistakes that the current tab lists
    void selectGroup(int row);
    void selectItem(int row);

    Workspace &m_workspace;
    Selection &m_selection;
    MistakesController &m_mistakes;
    QLabel *m_headline, *m_note, *m_worstTitle;
    QTabBar *m_tabs;
    QComboBox *m_column;
    QTreeWidget *m_groups, *m_worst;
    std::vector<ItemIndex> m_listed; ///< items of Y in the list of the worst
};

} // namespace anchorscope::gui
