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

/// The runs of all open pairs of spaces and their scores in one table, and the way from one to the other.
class ComparisonPage : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPage(Workspace &workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    /// The user wants to go to another pair of spaces, or to let go of this one: `act` does it.
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
