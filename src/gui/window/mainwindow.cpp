// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/mainwindow.h"

#include "gui/desktop/help.h"
#include "gui/learn/lessonroom.h"
#include "gui/pages/anchorspage.h"
#include "gui/pages/comparisonpage.h"
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
#include "gui/play/playpage.h"
#include "gui/present/answertext.h"
#include "gui/style/pagearea.h"
#include "gui/style/plaintext.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/itemscores.h"
#include "gui/widgets/selectionnote.h"
#include "gui/window/appmodel.h"
#include "gui/window/desktopactions.h"
#include "gui/window/exportactions.h"
#include "gui/window/findactions.h"
#include "gui/window/jobbar.h"
#include "gui/window/messagebar.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/panelgrid.h"
#include "gui/window/sessionquestions.h"
#include "gui/window/stepstrip.h"
#include "gui/window/windowactions.h"
#include "ui_mainwindow.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace anchorscope::gui {

MainWindow::MainWindow(AppModel &model, QWidget *parent)
    : QMainWindow(parent), m_model(model), m_ui(std::make_unique<Ui::MainWindow>())
{
    m_ui->setupUi(this);
    m_questions = new SessionQuestions(*this, m_model.session, m_model.autosave, m_model.runner);
    buildCentre();
    buildDocks();
    new WindowActions(*this, m_model, *m_ui);
    new ExportActions(*this, m_model.workspace, m_model.exports, *m_ui->menuExport);
    connectFileActions();
    buildSteps();
    auto *find = new FindActions(*this, m_model, *m_panels);
    connect(m_ui->actionFind, &QAction::triggered, find, &FindActions::findItems);
    connect(m_ui->actionCommands, &QAction::triggered, find, &FindActions::findCommands);
    connectMessages();
    statusBar()->addPermanentWidget(new SelectionNote(m_model.workspace, m_model.selection));
    statusBar()->addPermanentWidget(new JobBar(m_model.runner));
    resize(1600, 960);
    restoreGeometry(QSettings().value("geometry").toByteArray());
    resize(size().boundedTo(screen()->availableGeometry().size())); // the whole frame and the status bar in sight
    updateTitle();
    new DesktopActions(*this, m_model, *m_ui);
    plainTexts(this);
}

MainWindow::~MainWindow()
{
    // Before the members that their signals would still reach.
    qDeleteAll(findChildren<QDockWidget *>());
    delete takeCentralWidget();
}

void MainWindow::buildCentre()
{
    m_messages = new MessageBar(m_ui->centre);
    m_stack = new QStackedWidget;
    m_panels = new PanelGrid(m_model.workspace, m_model.selection, m_model.projections, m_model.pairTool,
                             m_model.distances, m_model.sight, m_model.drawing);
    auto *start = new StartPage(m_model.recentFiles);
    m_stack->addWidget(start);
    m_stack->addWidget(m_panels);
    m_overlay = new OverlayPanel(m_model.workspace, m_model.selection, m_model.projections, m_model.drawing);
    m_stack->addWidget(m_overlay);
    connect(m_overlay, &OverlayPanel::hovered, m_panels->card(),
            [this](QPoint position) { m_panels->card()->showFor(m_model.selection.hover(), position); });
    auto *layout = new QVBoxLayout(m_ui->centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_steps = new StepStrip(m_model.workspace, m_model.selection);
    m_steps->hide(); // until there are data
    layout->addWidget(m_steps);
    layout->addWidget(m_stack);
    connect(start, &StartPage::exampleWanted, this, &MainWindow::openExample);
    connect(start, &StartPage::openWanted, m_ui->actionOpen, &QAction::trigger);
    connect(start, &StartPage::recentWanted, this, &MainWindow::importFiles);
}

/// The line of steps is there once there are data, until the user puts it away.
void MainWindow::buildSteps()
{
    m_ui->actionSteps->setChecked(QSettings().value("steps", true).toBool());
    connect(m_ui->actionSteps, &QAction::toggled, this, [this](bool on) {
        QSettings().setValue("steps", on);
        m_steps->setVisible(on && showsPanels());
    });
    connect(m_steps, &StepStrip::closed, m_ui->actionSteps, [this] { m_ui->actionSteps->setChecked(false); });
    connect(m_steps, &StepStrip::wanted, this, [this](StepStrip::Step step) {
        static const std::array docks{"", "anchors", "optimize", "retrieval"};
        if (step == StepStrip::Step::Look) {
            m_ui->actionOverlay->setChecked(false);
            m_panels->fitAll();
            m_ui->actionPanels->trigger();
        } else if (auto *go = findChild<QAction *>(QString("actionGoTo_") + docks[static_cast<std::size_t>(step)])) {
            go->trigger();
        }
    });
}

QDockWidget *MainWindow::addDock(const QString &name, const QString &title, QWidget *page)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setWidget(new PageArea(page));
    addDockWidget(Qt::RightDockWidgetArea, dock);
    dock->hide(); // until there are data
    return dock;
}

void MainWindow::buildDocks()
{
    setTabPosition(Qt::RightDockWidgetArea, QTabWidget::East); // room for all names
    auto *anchors = new AnchorsPage({m_model.workspace, m_model.selection, m_model.session, m_model.pairTool,
                                     m_model.candidates, m_model.seeds, m_model.liveScore});
    auto *retrieval = new RetrievalPage(m_model.workspace, m_model.selection, m_model.scores, m_model.session);
    connect(&retrieval->items(), &ItemScoresView::colourWanted, m_panels, &PanelGrid::setColourBy);
    auto *health = new HealthPage(m_model.workspace, m_model.selection, m_model.health);
    connect(health, &HealthPage::colourWanted, m_panels, &PanelGrid::setColourBy);
    connect(&m_model.replay, &ReplayController::trajectoriesChanged, m_panels->view(Panel::AbsoluteY),
            &ScatterView::setTrajectories);
    auto *experiments = new ExperimentsPage(m_model.workspace, m_model.experiments);
    connect(experiments, &ExperimentsPage::pairWanted, this, &MainWindow::openSpaces);
    auto *dataPage = new DataPage(m_model.workspace, m_model.session);
    connect(dataPage, &DataPage::choiceWanted, this, [this](const DataChoice &choice) { openPair(choice); });
    connect(m_questions, &SessionQuestions::pairWanted, this, &MainWindow::openPair);
    auto *comparison = new ComparisonPage(m_model.workspace);
    connect(comparison, &ComparisonPage::leaveWanted, this, [this](const std::function<void()> &act) {
        if (mayLeavePair())
            act();
    });
    QDockWidget *first = addDock("data", tr("Data"), dataPage);
    for (QDockWidget *dock :
         {addDock("anchors", tr("Anchors"), anchors), addDock("health", tr("Health"), health),
          addDock("optimize", tr("Optimize"), new OptimizePage(m_model.workspace, m_model.optimizer, m_model.replay)),
          addDock("retrieval", tr("Retrieval"), retrieval),
          addDock("stitching", tr("Stitching"),
                  new StitchingPage(m_model.workspace, m_model.selection, m_model.scores, m_model.session)),
          addDock("comparison", tr("Comparison"), comparison),
          addDock("translation", tr("Translation"),
                  new TranslationPage(m_model.workspace, m_model.translation, m_model.drawing)),
          addDock("experiments", tr("Experiments"), experiments),
          addDock("selection", tr("Selection"),
                  new SelectionPage(m_model.workspace, m_model.selection, m_model.sight, m_model.runner)),
          addDock("inspector", tr("Inspector"),
                  new InspectorPage(m_model.workspace, m_model.selection, m_model.inspector)),
          addDock("play", tr("Playground"), new PlayPage(m_model.workspace, m_model.play))})
        tabifyDockWidget(first, dock);
    connect(&m_model.workspace, &Workspace::dataChanged, this, [this] {
        if (!showsPanels())
            showPanels();
    });
}

bool MainWindow::showsPanels() const
{
    return m_stack->currentWidget() == m_panels || m_stack->currentWidget() == m_overlay;
}

void MainWindow::showPanels()
{
    m_stack->setCurrentWidget(m_panels);
    m_steps->setVisible(m_ui->actionSteps->isChecked());
    for (QDockWidget *dock : findChildren<QDockWidget *>())
        dock->show();
    resizeDocks({findChild<QDockWidget *>("data")}, {612}, Qt::Horizontal);
    findChild<QDockWidget *>("anchors")->raise();
    // A dock behind another one counts as visible to its page.
    connect(findChild<QDockWidget *>("translation"), &QDockWidget::visibilityChanged, &m_model.translation,
            &TranslationController::setActive);
    m_docks = saveState();
    restoreState(QSettings().value("docks").toByteArray());
}

void MainWindow::connectFileActions()
{
    connect(m_ui->actionOpen, &QAction::triggered, this, [this] { importFiles(askForFiles(this)); });
    connect(m_ui->actionOpenFolder, &QAction::triggered, this, [this] { importFiles(askForFolder(this)); });
    connect(m_ui->actionExample, &QAction::triggered, this, [this] { openExample(); });
    connect(m_ui->actionSave, &QAction::triggered, m_questions, &SessionQuestions::save);
    connect(m_ui->actionSaveAs, &QAction::triggered, m_questions, &SessionQuestions::saveAs);
    connect(m_ui->actionClose, &QAction::triggered, this, &QWidget::close);
    connect(m_ui->menuRecent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_ui->actionResetLayout, &QAction::triggered, this, [this] {
        restoreState(m_docks);
        findChild<QDockWidget *>("anchors")->raise();
    });
    connect(m_ui->actionOverlay, &QAction::toggled, this,
            [this](bool on) { m_stack->setCurrentWidget(on ? static_cast<QWidget *>(m_overlay) : m_panels); });
    connect(m_ui->actionBlink, &QAction::triggered, this, [this] { m_ui->actionOverlay->setChecked(true); });
    connect(m_ui->actionBlink, &QAction::triggered, m_overlay, &OverlayPanel::blink);
    connect(&m_model.session, &SessionController::opened, this, &MainWindow::updateTitle);
    connect(&m_model.workspace, &Workspace::pairsChanged, this, &MainWindow::updateTitle);
    connect(&m_model.session, &SessionController::saved, this, [this](const QString &path) {
        updateTitle();
        statusBar()->showMessage(shownName(tr("Saved %1").arg(path)), 5000);
        if (m_messages->kind() == MessageBar::Kind::Error)
            m_messages->hide(); // perhaps of an attempt before
    });
    connect(&m_model.workspace, &Workspace::modifiedChanged, this, &QWidget::setWindowModified);
}

void MainWindow::connectMessages()
{
    const auto error = [this](const QString &sentence) { m_messages->showMessage(MessageBar::Kind::Error, sentence); };
    const auto warning = [this](const QString &sentence) {
        m_messages->showMessage(MessageBar::Kind::Warning, sentence);
    };
    const auto tellFailures = [&]<class... Controller>(Controller &...of) {
        (connect(&of, &Controller::failed, this, error), ...);
    };
    tellFailures(m_model.session, m_model.scores, m_model.experiments, m_model.translation, m_model.replay,
                 m_model.health, m_model.seeds, m_model.projections);
    connect(&m_model.translation, &TranslationController::adapterWritten, this,
            [this](const QString &path, const QString &sentence) {
                m_messages->showMessage(MessageBar::Kind::Good, shownName(tr("Wrote %1. ").arg(path)) + sentence);
            });
    connect(&m_model.seeds, &SeedController::proposed, this, warning);
    new LessonRoom(m_model.lessonParts(*this),
                   {std::bind_front(&SessionQuestions::afterConfirmedDiscard, m_questions), bundledFile, error});
    connect(&m_model.session, &SessionController::seedsRead, m_messages, &QWidget::hide); // of an attempt before
    connect(&m_model.session, &SessionController::opened, m_messages, &QWidget::hide);
    connect(&m_model.session, &SessionController::warned, this, warning);
    connect(&m_model.autosave, &AutosaveController::failed, this, warning);
    connect(&m_model.pairTool, &PairTool::refused, this, warning);
    connect(&m_model.session, &SessionController::secondFileNeeded, this, [this](const QString &path) {
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("%1 holds one space. Open or drop the file of the other space to compare it with.")
                                    .arg(QFileInfo(path).fileName()));
    });
    const auto outcome = [this](const QString &sentence, bool good) {
        m_messages->showMessage(good ? MessageBar::Kind::Good : MessageBar::Kind::Warning, sentence);
    };
    connect(&m_model.optimizer, &OptimizeController::ended, this, outcome);
    connect(&m_model.optimizer, &OptimizeController::answered, this, &MainWindow::showAnswer);
    connect(&m_model.workspace, &Workspace::runLeft, this, &MainWindow::showLeft);
}

/// The seeds are others now than those of a run.
void MainWindow::showLeft(io::RunId run)
{
    const QString name = QString::fromStdString(findRun(m_model.workspace.runs(), run)->name);
    const auto goBack = [this, run] {
        m_model.workspace.chooseRun(run);
        m_messages->hide();
    };
    m_messages->showMessage(MessageBar::Kind::Information,
                            tr("%1 was made with other seeds or anchors: the panels show what the seeds alone say. "
                               "Find anchors anew, or go back.")
                                .arg(name),
                            tr("Back to %1").arg(name), goBack);
}

/// What the run came to, with the next step as a button.
void MainWindow::showAnswer(io::RunId run)
{
    const io::RunRecord *chosen = m_model.workspace.chosenRun();
    if (!chosen || chosen->id != run)
        return; // one looks at another run, or the seeds have changed
    const RunAnswer answer = answerOf(m_model.workspace, *chosen);
    const MessageBar::Kind kind = !answer.good   ? MessageBar::Kind::Information
                                  : *answer.good ? MessageBar::Kind::Good
                                                 : MessageBar::Kind::Warning;
    m_messages->showMessage(kind, answer.sentence, answer.button, [this, next = answer.next] {
        if (next == NextStep::Overlay)
            m_ui->actionOverlay->setChecked(true);
        else if (auto *dock = findChild<QDockWidget *>(next == NextStep::WorstItems ? "retrieval" : "anchors")) {
            dock->show();
            dock->raise();
        }
    });
}

void MainWindow::updateTitle()
{
    QString name;
    if (!m_model.session.sessionPath().isEmpty())
        name = QFileInfo(m_model.session.sessionPath()).fileName();
    else if (m_model.workspace.hasData())
        name = QString::fromStdString(m_model.workspace.data()->choice.spaceX + " ↔ " +
                                      m_model.workspace.data()->choice.spaceY);
    setWindowTitle(name.isEmpty() ? tr("Anchorscope") + "[*]" : name + "[*] — " + tr("Anchorscope"));
}

void MainWindow::fillRecentMenu()
{
    m_ui->menuRecent->clear();
    for (int row = 0; row < m_model.recentFiles.rowCount(); ++row) {
        QAction *action = m_ui->menuRecent->addAction(
            m_model.recentFiles.data(m_model.recentFiles.index(row), Qt::DisplayRole).toString());
        connect(action, &QAction::triggered, this, [this, paths = m_model.recentFiles.at(row)] { importFiles(paths); });
    }
    m_ui->menuRecent->addSeparator();
    connect(m_ui->menuRecent->addAction(tr("&Clear list")), &QAction::triggered, &m_model.recentFiles,
            &RecentFiles::clear);
}

void MainWindow::importFiles(const QStringList &paths)
{
    m_questions->openFiles(paths);
}

void MainWindow::offerRecovery(const QStringList &files)
{
    m_questions->offerRecovery(files);
}

void MainWindow::openExample(const QString &file)
{
    const QString path = bundledFile("examples/data/" + file);
    if (path.isEmpty())
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("The example was not found beside the program (examples/data/%1).").arg(file));
    else
        m_questions->afterConfirmedDiscard(tr("Open the example"), [this, path] { m_model.session.open({path}); });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_questions->confirmDiscard(tr("Close"), [this] { close(); }))
        return event->ignore();
    QSettings().setValue("geometry", saveGeometry());
    if (showsPanels())
        QSettings().setValue("docks", saveState());
    event->accept();
}

/// A run at work belongs to its spaces and would end with them.
bool MainWindow::mayLeavePair()
{
    const bool idle = m_model.optimizer.state() == OptimizeController::State::Idle;
    if (!idle)
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("A run is at work on these spaces. Stop or cancel it before you go to others."));
    return idle;
}

void MainWindow::openPair(const DataChoice &choice, const OpenDatasets &more)
{
    if (mayLeavePair())
        m_model.session.openPair(choice, more);
}

void MainWindow::openSpaces(const QString &spaceX, const QString &spaceY)
{
    DataChoice choice = m_model.workspace.data()->choice;
    choice.pathY = choice.pathX;
    choice.spaceX = spaceX.toStdString();
    choice.spaceY = spaceY.toStdString();
    openPair(choice);
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
