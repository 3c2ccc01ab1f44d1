// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/candidatecontroller.h"
#include "gui/controllers/pairnextcontroller.h"
#include "gui/state/selection.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace anchorscope::gui {

class CandidateModel;

/// Proposed partners of the item in the pair tool, which the user accepts or rejects. Hidden if partners cannot be
/// proposed, or if the pair tool is off and holds no item.
class CandidatePanel : public QWidget
{
    Q_OBJECT

public:
    CandidatePanel(const Workspace &workspace, Selection &selection, CandidateController &finder,
                   PairNextController &pairNext, QWidget *parent = nullptr);

protected:
    /// Keys of the table: 1 to 9 accept a proposed partner; N or S skips the item that “Pair next” asks about.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showCandidates();
    void findNeighbours();
    void showNeighbours();
    void accept();
    int current() const;

    const Workspace &m_workspace;
    Selection &m_selection;
    CandidateController &m_finder;
    PairNextController &m_pairNext;
    QLabel *m_title, *m_near;
    QTableView *m_table;
    QPushButton *m_accept, *m_reject, *m_skip;
    CandidateModel *m_model;
};

} // namespace anchorscope::gui
