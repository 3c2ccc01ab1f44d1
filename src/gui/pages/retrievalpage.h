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

class RetrievalModel;

/// The table of retrieval scores, and what it was measured with.
class RetrievalPage : public QWidget
{
    Q_OBJECT

public:
    RetrievalPage(Workspace &workspace, ScoreController &scores, const SessionController &session,
                  QWidget *parent = nullptr);
    ~RetrievalPage() override;

private:
    void showState();

    std::unique_ptr<Ui::RetrievalPage> m_ui;
    Workspace &m_workspace;
    ScoreController &m_scores;
    const SessionController &m_session;
    RetrievalModel *m_model;
};

} // namespace anchorscope::gui
