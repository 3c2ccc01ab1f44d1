// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/state/workspace.h"

#include <QWidget>

#include <functional>

class QComboBox;
class QLabel;
class QTableView;
class QToolButton;

namespace anchorscope::gui {

class ComparisonModel;

/// Page with a table of the runs of all comparisons and their scores. Activating a row switches to its comparison and
/// run.
class ComparisonPage : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPage(Workspace &workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Reports that the user requests to switch to another comparison or to close one. The receiver does this by
    /// calling the function `act`, unless the current comparison must not be left.
    void leaveRequested(const std::function<void()> &act);

private:
    void build();
    void connectParts();
    void offerActions();
    void goTo(int row);
    void closePair(int row);
    void showMethods();
    void showState();

    Workspace &m_workspace;
    ComparisonModel *m_model;
    QComboBox *m_method;
    QToolButton *m_copy, *m_write;
    QLabel *m_note;
    QTableView *m_table;
};

} // namespace anchorscope::gui
