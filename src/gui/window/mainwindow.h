// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/controllers/autosavecontroller.h"
#include "gui/controllers/candidatecontroller.h"
#include "gui/controllers/distancecontroller.h"
#include "gui/controllers/experimentcontroller.h"
#include "gui/controllers/exportcontroller.h"
#include "gui/controllers/healthcontroller.h"
#include "gui/controllers/inspectorcontroller.h"
#include "gui/controllers/livescorecontroller.h"
#include "gui/controllers/optimizecontroller.h"
#include "gui/controllers/replaycontroller.h"
#include "gui/controllers/scorecontroller.h"
#include "gui/controllers/seedcontroller.h"
#include "gui/controllers/sessioncontroller.h"
#include "gui/controllers/translationcontroller.h"
#include "gui/models/recentfiles.h"
#include "gui/window/messagebar.h"

#include <QMainWindow>

class QDockWidget;
class QStackedWidget;

namespace Ui {
class MainWindow;
}

namespace anchorscope::gui {

class AnchorsPage;
class PanelGrid;
class Selection;
class SessionQuestions;

/// The window: makes the parts and connects them.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    explicit MainWindow(QWidget *parent = nullptr);
    ~MainWindow() override;

    void open(const QStringList &paths) { m_session.open(paths); }
    /// As the user opens files: data are shown before they are opened.
    void importFiles(const QStringList &paths);
    void offerRecovery(const QStringList &files = {});
    void openExample();

    Workspace &workspace() { return m_workspace; }
    Runner &runner() { return m_runner; }
    OptimizeController &optimizer() { return m_optimizer; }
    ReplayController &replay() { return m_replay; }
    ScoreController &scores() { return m_scores; }
    SessionController &session() { return m_session; }
    AutosaveController &autosave() { return m_autosave; }
    ExperimentController &experiments() { return m_experiments; }
    TranslationController &translation() { return m_translation; }
    PairTool &pairTool() { return m_pairTool; }
    Selection &selection() { return *m_selection; }
    ExportController &exports() { return m_exports; }
    CandidateController &finder() { return m_finder; }
    LiveScoreController &liveScore() { return m_liveScore; }
    HealthController &health() { return m_health; }
    ProjectionController &projections() { return m_projections; }
    PanelGrid &panels() { return *m_panels; }
    MessageBar &messages() { return *m_messages; }
    AnchorsPage &anchorsPage() { return *m_anchorsPage; }
    QDockWidget *dock(const QString &name) const;

protected:
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void buildCentre();
    void buildDocks();
    QDockWidget *addDock(const QString &name, const QString &title, QWidget *page);
    void connectFileActions();
    void connectMessages();
    void updateTitle();
    void fillRecentMenu();
    void measureNewRun();
    void openPair(const QString &spaceX, const QString &spaceY);

    std::unique_ptr<Ui::MainWindow> m_ui;
    Runner m_runner;
    Workspace m_workspace;
    Selection *m_selection;
    ProjectionController m_projections;
    OptimizeController m_optimizer;
    ReplayController m_replay;
    ScoreController m_scores;
    SessionController m_session;
    AutosaveController m_autosave;
    ExperimentController m_experiments;
    TranslationController m_translation;
    InspectorController m_inspector;
    ExportController m_exports;
    PairTool m_pairTool;
    CandidateController m_finder;
    SeedController m_sampler;
    LiveScoreController m_liveScore;
    HealthController m_health;
    DistanceController m_distances;
    RecentFiles m_recent;
    QStackedWidget *m_stack = nullptr;
    PanelGrid *m_panels = nullptr;
    MessageBar *m_messages = nullptr;
    AnchorsPage *m_anchorsPage = nullptr;
    SessionQuestions *m_questions = nullptr;
};

} // namespace anchorscope::gui
