// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/candidatecontroller.h"
#include "gui/controllers/livescorecontroller.h"
#include "gui/controllers/pairnextcontroller.h"
#include "gui/controllers/seedcontroller.h"
#include "gui/controllers/sessioncontroller.h"
#include "gui/state/pairtool.h"
#include "gui/state/selection.h"

#include <QWidget>

#include <memory>

class QAction;
class QComboBox;
class QLabel;
class QToolButton;

namespace Ui {
class AnchorsPage;
}

namespace anchorscope::gui {

class SeedModel;

class AnchorsPage : public QWidget
{
    Q_OBJECT

public:
    struct Dependencies
    {
        Workspace &workspace;
        Selection &selection;
        SessionController &session;
        PairTool &pairTool;
        CandidateController &finder;
        PairNextController &pairNext;
        SeedController &sampler;
        LiveScoreController &score;
    };
    explicit AnchorsPage(const Dependencies &dependencies, QWidget *parent = nullptr);
    ~AnchorsPage() override;

    /// Sets the window's action for the pair tool, which a button triggers.
    void setAddPairAction(QAction *action);
    void drawSeeds();
    void readSeeds();
    void removeSelected();
    void showSuspects(); ///< selects the first seed that the others contradict

protected:
    void changeEvent(QEvent *event) override;

private:
    void connectButtons();
    void showSetup();
    void showHint();
    void showScore();
    void addParts();
    QToolButton *addDrawTool(const QString &text, const QString &name);
    void selectCurrent();

    std::unique_ptr<Ui::AnchorsPage> m_ui;
    Workspace &m_workspace;
    Selection &m_selection;
    SessionController &m_session;
    PairTool &m_pairTool;
    CandidateController &m_finder;
    PairNextController &m_pairNext;
    SeedController &m_sampler;
    LiveScoreController &m_score;
    QToolButton *m_propose = nullptr, *m_suggest = nullptr;
    QComboBox *m_rule;
    QLabel *m_scoreText;
    SeedModel *m_model;
};

} // namespace anchorscope::gui
