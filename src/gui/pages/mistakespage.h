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

/// Mistakes of the chosen run: shares by label, column and region, and the worst items. A click selects items.
class MistakesPage : public QWidget
{
    Q_OBJECT

public:
    MistakesPage(Workspace &workspace, Selection &selection, MistakesController &mistakes, QWidget *parent = nullptr);

    /// Sets whether both lists share the height of the dock, so that they fit into a low window during a lesson.
    void setFitted(bool fitted);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum Groups { ByLabel, ByColumn, ByRegion };

    void build();
    void showMistakes();
    void showGroups();
    void fitGroupNames();
    /// Lists the worst items, of all groups or only of the group `of`.
    void showWorst(const MistakeGroup *of = nullptr);
    QString nameOf(const MistakeGroup &group) const;
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
    std::vector<ItemIndex> m_listed; ///< items of Y in the list of the worst items
};

} // namespace anchorscope::gui
