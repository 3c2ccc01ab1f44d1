// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/sessioncontroller.h"

#include <QWidget>

#include <memory>

namespace Ui {
class RetrievalPage;
}

namespace anchorscope::gui {

class ItemScoresView;
class ResultTableModel;
class Selection;

/// Retrieval scores: a table for one run or several repeats, how they were measured, and the scores of each item.
class RetrievalPage : public QWidget
{
    Q_OBJECT

public:
    RetrievalPage(Workspace &workspace, Selection &selection, ScoreController &scores, const SessionController &session,
                  QWidget *parent = nullptr);
    ~RetrievalPage() override;

    ItemScoresView &items() { return *m_items; }

private:
    void connectParts();
    void showTable();
    void showState();
    bool showsBatch() const;
    QString command() const;

    std::unique_ptr<Ui::RetrievalPage> m_ui;
    Workspace &m_workspace;
    ScoreController &m_scores;
    const SessionController &m_session;
    ResultTableModel *m_model;
    ItemScoresView *m_items;
};

} // namespace anchorscope::gui
