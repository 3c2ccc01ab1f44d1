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

/// Table of the runs of all comparisons with their scores. Activating a row switches to its comparison and run.
class ComparisonPage : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonPage(Workspace &workspace, QWidget *parent = nullptr);

Q_SIGNALS:
    /// Requests to switch to or close a comparison. The receiver calls `act` unless the current one cannot be left.
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
