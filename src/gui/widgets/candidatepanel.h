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

/// Widget with proposed partners of the item that is pending in the pair tool; the user accepts or rejects them. It is
/// hidden while partners cannot be proposed, or while no item is pending and the pair tool is off.
class CandidatePanel : public QWidget
{
    Q_OBJECT

public:
    CandidatePanel(const Workspace &workspace, Selection &selection, CandidateController &finder,
                   PairNextController &pairNext, QWidget *parent = nullptr);

protected:
    /// Handles keys of the table: 1 to 9 accept a proposed partner; N and S skip the item for which the command Pair
    /// next requests a partner.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showCandidates();
    void accept();
    int current() const;

    const Workspace &m_workspace;
    Selection &m_selection;
    CandidateController &m_finder;
    PairNextController &m_pairNext;
    QLabel *m_title;
    QTableView *m_table;
    QPushButton *m_accept, *m_reject, *m_skip;
    CandidateModel *m_model;
};

} // namespace anchorscope::gui
