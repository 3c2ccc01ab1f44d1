// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/mainwindow.h"

#include "gui/desktop/help.h"
#include "gui/lessons/lessonsui.h"
#include "gui/lessons/presenter.h"
#include "gui/lessons/presenterfooter.h"
#include "gui/models/appmodel.h"
#include "gui/pages/anchorspage.h"
#include "gui/pages/comparisonpage.h"
#include "gui/pages/datapage.h"
#include "gui/pages/disagreementpage.h"
#include "gui/pages/experimentspage.h"
#include "gui/pages/healthpage.h"
#include "gui/pages/inspectorpage.h"
#include "gui/pages/mistakespage.h"
#include "gui/pages/optimizepage.h"
#include "gui/pages/retrievalpage.h"
#include "gui/pages/selectionpage.h"
#include "gui/pages/startpage.h"
#include "gui/pages/stitchingpage.h"
#include "gui/pages/translationpage.h"
#include "gui/playground/demonstration.h"
#include "gui/playground/matricesview.h"
#include "gui/playground/playhandles.h"
#include "gui/playground/playpage.h"
#include "gui/playground/relativevector.h"
#include "gui/playground/relativevectorbars.h"
#include "gui/playground/seeddrag.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/itemscores.h"
#include "gui/widgets/selectionnote.h"
#include "gui/window/desktopactions.h"
#include "gui/window/docks.h"
#include "gui/window/exportactions.h"
#include "gui/window/findactions.h"
#include "gui/window/jobbar.h"
#include "gui/window/messagebar.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/panelgrid.h"
#include "gui/window/presentedviews.h"
#include "gui/window/verdictstrip.h"
#include "gui/window/windowactions.h"
#include "ui_mainwindow.h"

#include <QActionGroup>
#include <QCloseEvent>
#include <QDockWidget>
#include <QFileInfo>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

QWidget *viewSwitch(const QList<QAction *> &actions)
{
    auto *made = new QWidget;
    auto *layout = new QHBoxLayout(made);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QAction *action : actions) {
        auto *button = new QToolButton;
        button->setDefaultAction(action);
        button->setObjectName("show" + action->objectName().mid(6)); // name of the action without the prefix “action”
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(button);
    }
    return made;
}

} // namespace

MainWindow::MainWindow(AppModel &model, QWidget *parent)
    : QMainWindow(parent), m_model(model), m_ui(std::make_unique<Ui::MainWindow>())
{
    m_ui->setupUi(this);
    buildCentre();
    m_questions = new SessionQuestions(*this, *m_start, m_model);
    buildDocks();
    buildStrip();
    new WindowActions(*this, m_model, *m_ui, *m_docks, *m_panels, *m_overlay);
    connectSizes();
    auto *exports = new ExportActions(*this, m_model.workspace, m_model.exports, m_model.translation, *m_panels,
                                      *m_messages, *m_ui->menuExport);
    connect(m_strip, &VerdictStrip::savingRequested, exports,
            [exports] { exports->save(ExportContent::Correspondences, Panel::AbsoluteY); });
    connectFileActions();
    auto *find = new FindActions(*this, m_model, *m_panels, *m_docks);
    connect(m_ui->actionFind, &QAction::triggered, find, &FindActions::findItems);
    connect(m_ui->actionCommands, &QAction::triggered, find, &FindActions::findCommands);
    connectMessages();
    connect(&m_lessons->controller(), &LessonController::stepped, m_messages, &QWidget::hide);
    new PresentedViews(m_model, *m_presenter, m_lessons->controller(), *m_demonstration,
                       {*m_stack, *m_docks, m_ui->actionFourPanels, m_panels, m_ui->actionOverlay, m_overlay});
    connect(m_presenter, &Presenter::presentingChanged, m_messages, &MessageBar::setHeldBack);
    statusBar()->addPermanentWidget(new SelectionNote(m_model.workspace, m_model.selection));
    statusBar()->addPermanentWidget(new JobBar(m_model.runner));
    // Otherwise a widget that is shown for a moment, such as the strip while a lesson opens, enlarges the window.
    layout()->setSizeConstraint(QLayout::SetNoConstraint);
    setMinimumSize(645, 450); // dock and panels beside each other, bar of a lesson below them
    resize(1600, 960);
    restoreGeometry(QSettings().value("geometry").toByteArray());
    constexpr int titleBar = 40; // height for a title bar (24 to 37 pixels): the status bar must fit on the screen
    resize(size().boundedTo(screen()->availableGeometry().size() - QSize(0, titleBar)));
    updateTitle();
    new DesktopActions(*this, m_model, *m_lessons, *m_ui);
    plainTexts(this);
    for (QLineEdit *line : findChildren<QLineEdit *>())
        line->setAcceptDrops(false); // leaves dropped files to the window
}

MainWindow::~MainWindow()
{
    // Destroys the widgets first, because objects that this window owns receive their signals.
    qDeleteAll(m_docks->all());
    delete takeCentralWidget();
}

void MainWindow::buildCentre()
{
    m_messages = new MessageBar(m_ui->centre);
    m_stack = new QStackedWidget;
    m_panels = new PanelGrid(m_model.workspace, m_model.selection, m_model.projections, m_model.pairTool,
                             m_model.distances, m_model.visible, m_model.drawing);
    m_start = new StartPage(m_model.recentFiles);
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_panels);
    m_overlay =
        new OverlayPanel(m_model.workspace, m_model.selection, m_model.projections, m_model.maps, m_model.drawing);
    m_stack->addWidget(m_overlay);
    connect(m_overlay, &OverlayPanel::hovered, m_panels->card(),
            [this](QPoint position) { m_panels->card()->showFor(m_model.selection.hover(), position); });
    connectViews();
    auto *layout = new QVBoxLayout(m_ui->centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_stack);
    connect(m_start, &StartPage::exampleRequested, this, [this](const QString &file) { openExample(file); });
    connect(m_start, &StartPage::demonstrationRequested, this, [this] { openExample("globe.h5", true); });
    connect(m_start, &StartPage::openRequested, m_ui->actionOpen, &QAction::trigger);
    connect(m_start, &StartPage::recentRequested, this, &MainWindow::continueWork);
    connect(m_start, &StartPage::backRequested, this, &MainWindow::showPanels);
    connect(m_ui->actionStartPage, &QAction::triggered, this, &MainWindow::showStartPage);
    m_dropFrame = new QFrame(this);
    m_dropFrame->setObjectName("dropFrame");
    m_dropFrame->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_dropFrame->hide();
}

void MainWindow::buildStrip()
{
    m_strip = new VerdictStrip(m_model.workspace, m_model.optimizer,
                               {m_ui->actionStart, m_ui->actionPause, m_ui->actionStop, m_ui->actionCancel,
                                m_ui->actionAddPair, m_ui->actionReadSeeds});
    m_strip->hide();
    static_cast<QVBoxLayout *>(m_ui->centre->layout())->insertWidget(0, m_strip);
    connect(m_strip, &VerdictStrip::stepRequested, this, &MainWindow::takeStep);
    connect(m_strip, &VerdictStrip::pairsRequested, this, [this] {
        m_docks->open("anchors");
        m_anchors->showSuspects();
    });
}

void MainWindow::buildDocks()
{
    m_docks = new Docks(*this);
    m_anchors = new AnchorsPage({m_model.workspace, m_model.selection, m_model.session, m_model.pairTool,
                                 m_model.candidates, m_model.pairNext, m_model.seeds, m_model.liveScore});
    m_anchors->setAddPairAction(m_ui->actionAddPair);
    connect(m_ui->actionDraw, &QAction::triggered, m_anchors, &AnchorsPage::drawSeeds);
    connect(m_ui->actionReadSeeds, &QAction::triggered, m_anchors, &AnchorsPage::readSeeds);
    auto *health = new HealthPage(m_model.workspace, m_model.selection, m_model.health);
    connect(health, &HealthPage::colourRequested, m_panels, &PanelGrid::setColourBy);
    ScatterView *ofY = m_panels->view(Panel::AbsoluteY);
    connect(&m_model.replay, &ReplayController::trajectoriesChanged, ofY,
            [ofY](const std::vector<QPolygonF> &ways) { ofY->setTrajectories(ways); });
    auto *dataPage = new DataPage(m_model.workspace, m_model.session);
    connect(dataPage, &DataPage::choiceRequested, this, [this](const DataChoice &choice) { openPair(choice); });
    connect(m_questions, &SessionQuestions::pairRequested, this, &MainWindow::openPair);
    m_model.thumbnail = [this] { return m_panels->miniature(StartPage::thumbnailSize() * devicePixelRatioF()); };
    connect(m_questions, &SessionQuestions::leaving, this, [this] { m_model.leave(); });
    m_docks->add("data", dataPage);
    auto *selection = new SelectionPage(m_model.workspace, m_model.selection, m_model.visible, m_model.runner);
    m_docks->add("selection", selection);
    connect(m_ui->actionFilter, &QAction::triggered, selection, [this, selection] {
        m_docks->open("selection");
        selection->beginFilter();
    });
    m_docks->add("anchors", m_anchors);
    m_docks->add("health", health);
    m_docks->add("optimize", new OptimizePage(m_model.workspace, m_model.optimizer, m_model.replay));
    m_docks->add("mistakes", new MistakesPage(m_model.workspace, m_model.selection, m_model.mistakes));
    m_docks->add("disagreement", new DisagreementPage(m_model.workspace, m_model.selection, m_model.disagreement));
    m_docks->add("inspector", new InspectorPage(m_model.workspace, m_model.selection, m_model.inspector));
    addScoreDocks();
    addStudyDocks();
    // Restoring the docks lays out their tables, so all models must have their new rows.
    connect(&m_model.workspace, &Workspace::comparisonShown, this, [this] {
        if (!showsPanels())
            showPanels();
    });
}

void MainWindow::addScoreDocks()
{
    auto *retrieval = new RetrievalPage(m_model.workspace, m_model.selection, m_model.scores, m_model.session);
    connect(&retrieval->items(), &ItemScoresView::colourRequested, m_panels, &PanelGrid::setColourBy);
    connect(m_docks->add("retrieval", retrieval), &QDockWidget::visibilityChanged, &m_model.scores,
            [&model = m_model](bool shown) { model.setRetrievalShown(shown); });
    auto *stitching = new StitchingPage(m_model.workspace, m_model.selection, m_model.scores, m_model.session);
    connect(m_docks->add("stitching", stitching), &QDockWidget::visibilityChanged, stitching,
            &StitchingPage::setActive);
}

void MainWindow::addStudyDocks()
{
    m_play = new PlayPage(m_model.workspace, m_model.play);
    m_docks->add("play", m_play);
    auto *experiments = new ExperimentsPage(m_model.workspace, m_model.experiments);
    connect(experiments, &ExperimentsPage::pairRequested, this, &MainWindow::openSpaces);
    auto *comparison = new ComparisonPage(m_model.workspace);
    connect(comparison, &ComparisonPage::leaveRequested, this, [this](const std::function<void()> &act) {
        if (mayLeavePair())
            act();
    });
    m_docks->add("experiments", experiments);
    m_docks->add("comparison", comparison);
    m_docks->add("translation", new TranslationPage(m_model.workspace, m_model.translation, m_model.drawing));
    connectPlay();
}

void MainWindow::connectPlay()
{
    // Observes the dock, because Qt counts its page as visible even if the dock is behind another one.
    connect(m_docks->dock("play"), &QDockWidget::visibilityChanged, &m_model.play, &PlayController::setActive);
    new PlayHandles(m_model.workspace, m_model.projections, m_model.play, *m_panels->view(Panel::AbsoluteY));
    new SeedDrag(m_model.workspace, m_model.selection, m_model.liveScore, m_model.pairTool, m_model.runner,
                 *m_panels->view(Panel::AbsoluteX), *m_panels->view(Panel::AbsoluteY));
    connect(m_play, &PlayPage::openRequested, m_questions, &SessionQuestions::openFiles);
    auto *vector =
        new RelativeVector(m_model.workspace, m_model.selection, m_model.projections, m_model.play, m_model.runner,
                           {*m_panels->view(Panel::AbsoluteX), *m_panels->view(Panel::AbsoluteY)});
    m_play->addBars(new RelativeVectorBars(*vector));
    auto *matrices =
        new SelfSimilarityController(m_model.workspace, m_model.projections, m_model.play, m_model.runner, this);
    m_play->addMatrices(new MatricesView(m_model.workspace, *matrices));
    m_demonstration =
        new Demonstration(m_model.workspace, m_model.projections, m_model.play, *m_panels->view(Panel::AbsoluteY));
    m_ui->centre->layout()->addWidget(m_demonstration);
    connect(m_demonstration, &Demonstration::began, m_docks, &Docks::hideDocks, Qt::QueuedConnection);
}

bool MainWindow::showsPanels() const
{
    return m_stack->currentWidget() != m_start;
}

void MainWindow::showPanels()
{
    m_stack->setCurrentWidget(m_panels);
    m_strip->show();
    if (m_layout.isEmpty())
        setUpDocks();
    else
        restoreState(m_behind);
    m_panels->view(Panel::AbsoluteX)->setFocus();
}

void MainWindow::showStartPage()
{
    if (!showsPanels())
        return m_model.workspace.hasData() ? showPanels() : void();
    m_demonstration->end();
    m_model.leave();
    m_behind = saveState();
    m_ui->actionFourPanels->setChecked(true);
    m_start->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    m_start->setOpenWork(m_model.workspace.pair().name());
    m_stack->setCurrentWidget(m_start);
    m_strip->hide();
    m_docks->hideAll();
}

void MainWindow::setUpDocks()
{
    constexpr double panelShare = 0.55; // minimum share of the window for panels
    m_docks->rail()->show();
    m_docks->openTask(Docks::Task::pairs);
    const int tall = m_ui->centre->height() - m_strip->heightForWidth(m_ui->centre->width());
    const int rail = m_docks->rail()->sizeHint().width();
    const int wide = std::min(width() / 4, width() - rail - qRound(panelShare * width() * height() / tall));
    // Docks get at most a quarter of the width; if this is too narrow, they are hidden at first.
    if (wide < m_docks->dock("anchors")->minimumSizeHint().width())
        m_docks->toggle();
    resizeDocks({m_docks->dock("anchors")}, {wide}, Qt::Horizontal);
    connect(m_docks->dock("translation"), &QDockWidget::visibilityChanged, &m_model.translation,
            &TranslationController::setActive);
    connect(m_docks->dock("disagreement"), &QDockWidget::visibilityChanged, &m_model.disagreement,
            &DisagreementController::setActive);
    m_layout = saveState();
    restoreState(QSettings().value("layout").toByteArray());
}

void MainWindow::connectFileActions()
{
    connect(m_ui->actionOpen, &QAction::triggered, this, [this] { importFiles(askForFiles(this)); });
    connect(m_ui->actionOpenFolder, &QAction::triggered, this, [this] { importFiles(askForFolder(this)); });
    for (const auto &[action, file] :
         {std::pair(m_ui->actionExample, "words.h5"), std::pair(m_ui->actionExampleDigits, "digits.h5"),
          std::pair(m_ui->actionExampleEmoji, "emoji.h5"), std::pair(m_ui->actionExampleGlobe, "globe.h5")})
        connect(action, &QAction::triggered, this, [this, name = file] { openExample(name); });
    connect(m_ui->actionSave, &QAction::triggered, m_questions, &SessionQuestions::save);
    connect(m_ui->actionSaveAs, &QAction::triggered, m_questions, &SessionQuestions::saveAs);
    connect(m_ui->actionClose, &QAction::triggered, this, &QWidget::close);
    connect(m_ui->menuRecent, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    connect(m_ui->actionResetLayout, &QAction::triggered, this, [this] {
        restoreState(m_layout);
        m_docks->open("anchors");
    });
    connect(m_ui->actionBlink, &QAction::triggered, this, [this] { m_ui->actionOverlay->setChecked(true); });
    connect(m_ui->actionBlink, &QAction::triggered, m_overlay, &OverlayPanel::blink);
    connect(&m_model.session, &SessionController::opened, this, &MainWindow::updateTitle);
    connect(&m_model.workspace, &Workspace::pairsChanged, this, &MainWindow::updateTitle);
    connect(&m_model.session, &SessionController::saved, this, [this](const QString &path) {
        updateTitle();
        statusBar()->showMessage(shownName(tr("Saved %1").arg(path)), 5000);
        if (m_messages->kind() == MessageBar::Kind::Error)
            m_messages->hide(); // hides an error message, which is possibly about an earlier attempt to save
    });
    connect(&m_model.workspace, &Workspace::modifiedChanged, this, &QWidget::setWindowModified);
}

/// Connects the actions that choose a view: four panels, side by side, or overlay. One of them is always checked.
void MainWindow::connectViews()
{
    const QList<QAction *> views{m_ui->actionFourPanels, m_ui->actionSideBySide, m_ui->actionOverlay};
    m_ui->toolBar->addSeparator();
    m_ui->toolBar->addWidget(viewSwitch(views));
    const auto add = [this](const std::vector<QWidget *> &tools, QList<QAction *> &actions) {
        for (QWidget *tool : tools) {
            actions << m_ui->toolBar->addWidget(tool);
            if (auto *button = qobject_cast<QToolButton *>(tool))
                button->setAutoRaise(false);
        }
    };
    add(m_panels->tools(), m_toolsOfPanels);
    add(m_overlay->tools(), m_toolsOfOverlay);
    connect(m_stack, &QStackedWidget::currentChanged, this, &MainWindow::showTools);
    showTools();
    auto *group = new QActionGroup(this);
    // If the user unchecks an action, showChosenView() checks the one for four panels.
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    for (QAction *each : views) {
        group->addAction(each);
        connect(each, &QAction::toggled, this, &MainWindow::showChosenView);
    }
}

void MainWindow::showChosenView()
{
    const bool overlay = m_ui->actionOverlay->isChecked(), sideBySide = m_ui->actionSideBySide->isChecked();
    if (!overlay && !sideBySide)
        m_ui->actionFourPanels->setChecked(true);
    m_panels->setSideBySide(sideBySide);
    m_stack->setCurrentWidget(overlay ? static_cast<QWidget *>(m_overlay) : m_panels);
}

void MainWindow::showTools()
{
    for (QAction *tool : m_toolsOfPanels)
        tool->setVisible(m_stack->currentWidget() == m_panels);
    for (QAction *tool : m_toolsOfOverlay)
        tool->setVisible(m_stack->currentWidget() == m_overlay);
}

void MainWindow::connectMessages()
{
    const auto show = [this](MessageBar::Kind kind) {
        return [this, kind](const QString &sentence) { m_messages->showMessage(kind, sentence); };
    };
    const auto error = show(MessageBar::Kind::Error), warning = show(MessageBar::Kind::Warning);
    const auto tellFailures = [&]<class... Controller>(Controller &...of) {
        (connect(&of, &Controller::failed, this, error), ...);
    };
    tellFailures(m_model.session, m_model.scores, m_model.experiments, m_model.translation, m_model.replay,
                 m_model.health, m_model.seeds, m_model.pairNext, m_model.projections);
    connect(&m_model.seeds, &SeedController::proposed, this, warning);
    connect(&m_model.pairNext, &PairNextController::finished, this, show(MessageBar::Kind::Information));
    m_lessons =
        new LessonsUi(m_model, *this, {*m_start, *m_play, *m_presenter, *m_ui->menuHelp, {m_strip, m_docks->rail()}},
                      {std::bind_front(&SessionQuestions::afterConfirmedDiscard, m_questions), bundledFile, error});
    connect(m_lessons, &LessonsUi::finished, this, &MainWindow::offerNextLesson);
    connect(&m_lessons->controller(), &LessonController::ended, &m_model.pairTool,
            [this] { m_model.pairTool.setActive(false); });
    connect(&m_lessons->controller(), &LessonController::began, m_ui->actionPan, &QAction::trigger);
    connect(&m_model.session, &SessionController::seedsRead, m_messages, &QWidget::hide);
    connect(&m_model.session, &SessionController::opened, m_messages, &QWidget::hide);
    connect(&m_model.session, &SessionController::warned, this, warning);
    connect(&m_model.autosave, &AutosaveController::failed, this, warning);
    connect(&m_model.pairTool, &PairTool::refused, this, warning);
    connect(&m_model.session, &SessionController::secondFileNeeded, this, [this](const QString &path) {
        const QString sentence = tr("%1 contains only one space. Open or drop the file of the other space.");
        m_messages->showMessage(MessageBar::Kind::Information, sentence.arg(QFileInfo(path).fileName()));
    });
    connect(&m_model.optimizer, &OptimizeController::ended, this, [this](const QString &sentence, bool good) {
        constexpr int shown = 10'000; // duration of the message in milliseconds; the verdict strip shows the result
        if (good)
            statusBar()->showMessage(shownText(sentence), shown);
        else
            m_messages->showMessage(MessageBar::Kind::Warning, sentence);
    });
    connect(&m_model.workspace, &Workspace::mistakesChanged, this, &MainWindow::showResult);
    connect(&m_model.optimizer, &OptimizeController::answered, this, [this](io::RunId run) {
        m_answered = run;
        if (m_model.optimizer.continuedFrom(run) != io::RunId::none)
            m_shown = run; // leaves the docks unchanged, because the user is adding pairs
    });
}

void MainWindow::connectSizes()
{
    auto *foot = new PresenterFooter(m_model.workspace, m_model.play, m_model.liveScore);
    m_ui->centre->layout()->addWidget(foot);
    m_presenter = new Presenter(*this, *foot, {m_overlay->controls(), m_strip});
    connect(m_ui->actionPresent, &QAction::toggled, m_presenter, &Presenter::setPresenting);
    const auto resize = [presenter = m_presenter](double factor) {
        if (presenter->isPresenting())
            presenter->resizeText(factor);
        else
            setTextSize(*qApp, factor > 0 ? savedTextSize() * factor : 1);
    };
    followScreen(*this);
    constexpr double step = 1.1;
    connect(m_ui->actionLarger, &QAction::triggered, m_presenter, [resize] { resize(step); });
    connect(m_ui->actionSmaller, &QAction::triggered, m_presenter, [resize] { resize(1 / step); });
    connect(m_ui->actionUsualSize, &QAction::triggered, m_presenter, [resize] { resize(0); });
    m_ui->actionLarger->setShortcuts({QKeySequence("Ctrl+Alt++"), QKeySequence("Ctrl+Alt+=")});
}

void MainWindow::offerNextLesson(const QString &done, const LessonEntry &next)
{
    m_messages->setHeldBack(false); // a presentation shows the end of its lesson
    if (next.file.isEmpty())
        m_messages->showMessage(MessageBar::Kind::Good, done);
    else
        m_messages->showMessage(MessageBar::Kind::Good, done, tr("Next: %1").arg(shownName(next.title)),
                                [this, file = next.file] { m_lessons->controller().begin(file); });
}

/// Shows the result of a new run once, in the dock Mistakes; lessons choose the docks themselves.
void MainWindow::showResult()
{
    const bool isNew = m_model.workspace.mistakes() && m_model.workspace.setup().run == m_answered;
    if (!isNew || m_lessons->isUnderWay() || m_shown == m_answered)
        return;
    m_shown = m_answered;
    if (m_model.workspace.view().colourBy == ColourBy::Label) {
        ViewState view = m_model.workspace.view();
        view.colourBy = ColourBy::Found;
        m_model.workspace.setView(view);
    }
    // If no dock is visible, “mistakes” stays closed, so that panels keep their width. The verdict strip can open it.
    if (m_docks->anyShown())
        m_docks->open("mistakes");
}

void MainWindow::takeStep(NextStep step)
{
    if (step == NextStep::ForgetPairing)
        m_model.workspace.change(tr("Treat the pairing as unknown"), [](Setup &setup) { setup.pairingHidden = true; });
    else
        m_docks->open(step == NextStep::Mistakes ? "mistakes" : "anchors");
}

void MainWindow::updateTitle()
{
    QString name;
    if (!m_model.session.sessionPath().isEmpty())
        name = QFileInfo(m_model.session.sessionPath()).fileName();
    else if (m_model.workspace.hasData())
        name = QString::fromStdString(m_model.workspace.data()->choice.x.space + " ↔ " +
                                      m_model.workspace.data()->choice.y.space);
    setWindowTitle(name.isEmpty() ? tr("Anchorscope") + "[*]" : name + "[*] — " + tr("Anchorscope"));
}

void MainWindow::fillRecentMenu()
{
    m_ui->menuRecent->clear();
    for (int row = 0; row < m_model.recentFiles.rowCount(); ++row) {
        QAction *action = m_ui->menuRecent->addAction(
            m_model.recentFiles.data(m_model.recentFiles.index(row), Qt::DisplayRole).toString().replace('\n', " — "));
        connect(action, &QAction::triggered, this, [this, of = m_model.recentFiles.at(row)] { continueWork(of); });
    }
    m_ui->menuRecent->addSeparator();
    connect(m_ui->menuRecent->addAction(tr("&Clear list")), &QAction::triggered, &m_model.recentFiles,
            &RecentFiles::clear);
}

void MainWindow::continueWork(const QStringList &files)
{
    m_model.isOpen(files) ? showPanels() : m_questions->continueWork(files);
}

void MainWindow::openDock(const QString &name)
{
    m_docks->open(name);
}

void MainWindow::openExample(const QString &file, bool demonstrates)
{
    const QString path = bundledFile("examples/data/" + file);
    if (path.isEmpty())
        m_messages->showMessage(MessageBar::Kind::Error,
                                tr("The example was not found beside the program (examples/data/%1).").arg(file));
    else
        m_questions->afterConfirmedDiscard(tr("Open the example"), [this, path, demonstrates] {
            demonstrates ? m_model.session.openChoice(m_demonstration->prepare(path))
                         : m_model.session.openExample(path);
        });
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (!m_questions->confirmDiscard(tr("Close"), [this] { close(); }))
        return event->ignore();
    m_model.leave(true);
    QSettings().setValue("geometry", saveGeometry());
    if (showsPanels())
        QSettings().setValue("layout", saveState());
    event->accept();
}

/// True if the user can leave the current comparison. During a run, shows a message and returns false.
bool MainWindow::mayLeavePair()
{
    const bool idle = m_model.optimizer.state() == OptimizeController::State::Idle;
    if (!idle)
        m_messages->showMessage(MessageBar::Kind::Information,
                                tr("A run is in progress. Stop or cancel it before switching to other spaces."));
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
    choice.y.path = choice.x.path;
    choice.x.space = spaceX.toStdString();
    choice.y.space = spaceY.toStdString();
    openPair(choice);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return moveKeyboard(*this, [this, next] { return QMainWindow::focusNextPrevChild(next); });
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (droppedFiles(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    m_dropFrame->setStyleSheet(QString("#dropFrame { border: 4px solid %1; }").arg(accent().name()));
    m_dropFrame->setGeometry(rect());
    m_dropFrame->show();
    m_dropFrame->raise();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *)
{
    m_dropFrame->hide();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_dropFrame->hide();
    importFiles(droppedFiles(*event->mimeData()));
}

} // namespace anchorscope::gui
