// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/mainwindow.h"

#include "gui/pages/anchorspage.h"
#include "gui/pages/datapage.h"
#include "gui/pages/experimentspage.h"
#include "gui/pages/healthpage.h"
#include "gui/pages/inspectorpage.h"
#include "gui/pages/optimizepage.h"
#include "gui/pages/retrievalpage.h"
#include "gui/pages/selectionpage.h"
#include "gui/pages/startpage.h"
#include "gui/pages/stitchingpage.h"
#include "gui/pages/translationpage.h"
#include "gui/state/selection.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/itemscores.h"
#include "gui/widgets/selectionnote.h"
#include "gui/window/exportactions.h"
#include "gui/window/help.h"
#include "gui/window/jobbar.h"
#include "gui/window/panelgrid.h"
#include "gui/window/sessionquestions.h"
#include "gui/window/windowactions.h"
#include "ui_mainwindow.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace anchorscope::gui {

MainWindow::MainWindow(QWidget *parent)
    : QMainWindow(parent), m_ui(std::make_unique<Ui::MainWindow>()), m_selection(new Selection(m_workspace, this)),
      m_projections(m_workspace, m_runner), m_optimizer(m_workspace, m_projections, m_runner),
      m_replay(m_workspace, m_projections, m_optimizer, m_runner), m_scores(m_workspace, m_runner),
      m_session(m_workspace, m_runner), m_autosave(m_workspace, m_session, m_runner),
      m_experiments(m_workspace, m_runner), m_translation(m_workspace, m_runner),
      m_inspector(m_workspace, *m_selection, m_runner), m_exports(m_workspace, m_projections, *m_selection, m_runner),
      m_pairTool(m_workspace), m_finder(m_workspace, m_pairTool, m_runner), m_sampler(m_workspace, m_runner),
      m_liveScore(m_workspace, m_runner), m_health(m_workspace, m_runner),
      m_distances(m_workspace, *m_selection, m_runner)
{
    m_ui->setupUi(this);
    m_questions = new SessionQuestions(*this, m_session, m_autosave, m_runner);
    buildCentre();
    buildDocks();
    new WindowActions(*this, *m_ui);
    new ExportActions(*this, m_exports, *m_ui->menuExport);
    connectFileActions();
    connectMessages();
    statusBar()->addPermanentWidget(new SelectionNote(m_workspace, *m_selection));
    statusBar()->addPermanentWidget(new JobBar(m_runner));
    resize(1600, 960);
    restoreGeometry(QSettings().value("geometry").toByteArray());
    updateTitle();
}

MainWindow::~MainWindow()
{
    // Pages look at the workspace, which is a member and would be gone before them.
    qDeleteAll(findChildren<QDockWidget *>());
    delete takeCentralWidget();
}

void MainWindow::buildCentre()
{
    m_messages = new MessageBar;
    m_stack = new QStackedWidget;
    m_panels = new PanelGrid(m_workspace, *m_selection, m_projections, m_pairTool, m_distances);
    auto *start = new StartPage(m_recent);
    m_stack->addWidget(start);
    m_stack->addWidget(m_panels);
    auto *layout = new QVBoxLayout(m_ui->centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_stack, 1);
    connect(start, &StartPage::exampleWanted, this, &MainWindow::openExample);
    connect(start, &StartPage::openWanted, m_ui->actionOpen, &QAction::trigger);
    connect(start, &StartPage::recentWanted, this, &MainWindow::importFiles);
}

QDockWidget *MainWindow::addDock(const QString &name, const QString &title, QWidget *page)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(page);
    addDockWidget(Qt::RightDockWidgetArea, dock);
    dock->hide(); // until there are data
    return dock;
}

void MainWindow::buildDocks()
{
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::East); // room for all names
    m_anchorsPage =
        new AnchorsPage({m_workspace, *m_selection, m_session, m_pairTool, m_finder, m_sampler, m_liveScore});
    auto *retrieval = new RetrievalPage(m_workspace, *m_selection, m_scores, m_session);
    connect(&retrieval->items(), &ItemScoresView::colourWanted, m_panels, &PanelGrid::setColourBy);
    auto *health = new HealthPage(m_workspace, *m_selection, m_health);
    connect(health, &HealthPage::colourWanted, m_panels, &PanelGrid::setColourBy);
    connect(&m_replay, &ReplayController::trajectoriesChanged, m_panels->view(Panel::AbsoluteY),
            &ScatterView::setTrajectories);
    auto *experiments = new ExperimentsPage(m_workspace, m_experiments);
    connect(experiments, &ExperimentsPage::pairWanted, this, &MainWindow::openPair);
    auto *dataPage = new DataPage(m_workspace, m_session);
    connect(dataPage, &DataPage::choiceWanted, m_questions,
            [this](const DataChoice &choice) { m_questions->openChoice(choice); });
    QDockWidget *first = addDock("data", tr("Data"), dataPage);
    for (QDockWidget *dock :
         {addDock("anchors", tr("Anchors"), m_anchorsPage), addDock("health", tr("Health"), health),
          addDock("optimize", tr("Optimize"), new OptimizePage(m_workspace, m_optimizer, m_replay)),
          addDock("retrieval", tr("Retrieval"), retrieval),
          addDock("stitching", tr("Stitching"), new StitchingPage(m_workspace, *m_selection, m_scores, m_session)),
          addDock("translation", tr("Translation"), new TranslationPage(m_workspace, m_translation)),
          addDock("experiments", tr("Experiments"), experiments),
          addDock("selection", tr("Selection"), new SelectionPage(m_workspace, *m_selection)),
          addDock("inspector", tr("Inspector"), new InspectorPage(m_workspace, *m_selection, m_inspector))})
        tabifyDockWidget(first, dock);
    connect(&m_workspace, &Workspace::dataChanged, this, [this] {
        if (m_stack->currentIndex() == 1)
            return;
        m_stack->setCurrentIndex(1);
        for (QDockWidget *dock : findChildren<QDockWidget *>())
            dock->show();
        resizeDocks({dock("data")}, {560}, Qt::Horizontal);
        dock("anchors")->raise();
        // A dock behind another one counts as visible to its page.
        connect(dock("translation"), &QDockWidget::visibilityChanged, &m_translation,
                &TranslationController::setActive);
        restoreState(QSettings().value("docks").toByteArray());
    });
}

QDockWidget *MainWindow::dock(const QString &name) const
{
    return findChild<QDockWidget *>(name);
}

void MainWindow::connectFileActions()
{
    connect(m_ui->actionOpen, &QAction::triggered, this, [this] { importFiles(askForFiles(this)); });
    connect(m_ui->actionExample, &QAction::triggered, this, &MainWindow::openExample);
    connect(m_ui->actionSave, &QAction::triggered, m_questions, &SessionQuestions::save);
    connect(m_ui->actionSaveAs, &QAction::triggered, m_questions, &SessionQuestions::saveAs);
    connect(m_ui->actionClose, &QAction::triggered, this, &QWidget::close);
    connect(m_ui->menuRecent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_ui->actionShortcuts, &QAction::triggered, this, [this] { showShortcuts(this); });
    connect(m_ui->actionAbout, &QAction::triggered, this, [this] { showAbout(this); });
    connect(&m_session, &SessionController::opened, this, [this](const QStringList &paths) {
        if (!paths.isEmpty()) // recovered work has no file yet
            m_recent.add(paths);
    });
    connect(&m_session, &SessionController::opened, this, &MainWindow::updateTitle);
    connect(&m_session, &SessionController::healthWanted, &m_health, &HealthController::measureAgain);
    connect(&m_session, &SessionController::saved, this, [this](const QString &path) {
        if (path == m_session.sessionPath())
            m_recent.add({path});
        updateTitle();
        statusBar()->showMessage(tr("Saved %1").arg(path), 5000);
        if (m_messages->kind() == MessageBar::Kind::Error)
            m_messages->hide(); // perhaps of an attempt before
    });
    connect(&m_workspace, &Workspace::modifiedChanged, this, &QWidget::setWindowModified);
}

void MainWindow::connectMessages()
{
    const auto error = [this](const QString &sentence) { m_messages->showMessage(MessageBar::Kind::Error, sentence); };
    const auto warning = [this](const QString &sentence) {
        m_messages->showMessage(MessageBar::Kind::Warning, sentence);
    };
    connect(&m_session, &SessionController::failed, this, error);
    connect(&m_scores, &ScoreController::failed, this, error);
    connect(&m_experiments, &ExperimentController::failed, this, error);
    connect(&m_translation, &TranslationController::failed, this, error);
    connect(&m_replay, &ReplayController::failed, this, error);
    connect(&m_health, &HealthController::failed, this, error);
    connect(&m_sampler, &SeedController::failed, this, error);
    connect(&m_sampler, &SeedController::proposed, this, warning);
    connect(&m_projections, &ProjectionController::failed, this, error);
    connect(&m_session, &SessionController::opened, m_messages, &QWidget::hide);
    connect(&m_session, &SessionController::warned, this, warning);
    connect(&m_autosave, &AutosaveController::failed, this, warning);
    connect(&m_pairTool, &PairTool::refused, this, warning);
    connect(&m_session, &SessionController::secondFileNeeded, this, [this](const QString &path) {
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("%1 holds one space. Open or drop the file of the other space to compare it with.")
                                    .arg(QFileInfo(path).fileName()));
    });
    connect(&m_optimizer, &OptimizeController::ended, this, [this](const QString &sentence, bool good) {
        m_messages->showMessage(good ? MessageBar::Kind::Good : MessageBar::Kind::Warning, sentence);
    });
    connect(&m_workspace, &Workspace::runsChanged, this, [this] {
        // Runs that come with a session bring their scores along; only a new one has to be measured.
        QMetaObject::invokeMethod(
            this, [this] { measureNewRun(); }, Qt::QueuedConnection);
    });
}

void MainWindow::measureNewRun()
{
    if (!m_workspace.chosenRun() || !m_workspace.isModified())
        return;
    if (m_scores.retrievalObstacle().isEmpty())
        m_scores.measureRetrieval();
    if (m_scores.stitchingObstacle().isEmpty())
        m_scores.measureStitching();
}

void MainWindow::updateTitle()
{
    QString name;
    if (!m_session.sessionPath().isEmpty())
        name = QFileInfo(m_session.sessionPath()).fileName();
    else if (m_workspace.hasData())
        name = QString::fromStdString(m_workspace.data()->choice.spaceX + " ↔ " + m_workspace.data()->choice.spaceY);
    setWindowTitle(name.isEmpty() ? tr("Anchorscope") + "[*]" : name + "[*] — " + tr("Anchorscope"));
}

void MainWindow::fillRecentMenu()
{
    m_ui->menuRecent->clear();
    for (int row = 0; row < m_recent.rowCount(); ++row) {
        QAction *action = m_ui->menuRecent->addAction(m_recent.data(m_recent.index(row), Qt::DisplayRole).toString());
        connect(action, &QAction::triggered, this, [this, paths = m_recent.at(row)] { importFiles(paths); });
    }
    m_ui->menuRecent->addSeparator();
    connect(m_ui->menuRecent->addAction(tr("&Clear list")), &QAction::triggered, &m_recent, &RecentFiles::clear);
}

void MainWindow::importFiles(const QStringList &paths)
{
    m_questions->openFiles(paths);
}

void MainWindow::offerRecovery(const QStringList &files)
{
    m_questions->offerRecovery(files);
}

void MainWindow::openExample()
{
    const QString path = bundledFile("examples/data/words.h5");
    if (path.isEmpty())
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("The example was not found beside the program (examples/data/words.h5)."));
    else
        m_questions->afterConfirmedDiscard(tr("Open the example"), [this, path] { open({path}); });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_questions->confirmDiscard(tr("Close"), [this] { close(); })) {
        event->ignore();
        return;
    }
    QSettings().setValue("geometry", saveGeometry());
    if (m_stack->currentIndex() == 1)
        QSettings().setValue("docks", saveState());
    event->accept();
}

void MainWindow::openPair(const QString &spaceX, const QString &spaceY)
{
    DataChoice choice = m_workspace.data()->choice;
    choice.pathY = choice.pathX;
    choice.spaceX = spaceX.toStdString();
    choice.spaceY = spaceY.toStdString();
    m_questions->openChoice(choice);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return moveKeyboard(*this, [this, next] { return QMainWindow::focusNextPrevChild(next); });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!droppedFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    importFiles(droppedFiles(*event->mimeData()));
}

} // namespace anchorscope::gui
