// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/windowactions.h"

#include "gui/models/appmodel.h"
#include "gui/style/theme.h"
#include "gui/widgets/axismenu.h"
#include "gui/widgets/legendbar.h"
#include "gui/window/docks.h"
#include "gui/window/overlaypanel.h"
#include "gui/window/panelgrid.h"
#include "lessons/places.h"
#include "ui_mainwindow.h"

#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QLayout>
#include <QMenu>
#include <QScrollArea>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

namespace anchorscope::gui {

namespace {

void focusFirst(QWidget *page)
{
    for (QWidget *each = page->nextInFocusChain(); page->isAncestorOf(each); each = each->nextInFocusChain()) {
        if ((each->focusPolicy() & Qt::TabFocus) && each->isEnabled() && each->isVisibleTo(page))
            return each->setFocus(Qt::TabFocusReason);
    }
}

bool isKeyboardBehind(const QMainWindow &window)
{
    const auto docks = window.findChildren<QDockWidget *>();
    return std::any_of(docks.begin(), docks.end(), [&](const QDockWidget *dock) {
        return dock->isAncestorOf(window.focusWidget()) && dock->visibleRegion().isEmpty();
    });
}

} // namespace

bool moveKeyboard(const QMainWindow &window, const std::function<bool()> &step)
{
    constexpr int most = 1000; // maximum number of steps, which prevents an endless loop
    bool moved = step();
    for (int i = 0; moved && i < most && isKeyboardBehind(window); ++i)
        moved = step();
    // Scrolls to the focused widget; a scroll area does this itself only if the focus was inside it before.
    QWidget *focused = window.focusWidget();
    for (QWidget *around = focused; around; around = around->parentWidget()) {
        if (auto *area = qobject_cast<QScrollArea *>(around))
            area->ensureWidgetVisible(focused);
    }
    return moved;
}

WindowActions::WindowActions(QMainWindow &window, AppModel &model, Ui::MainWindow &ui, Docks &docks, PanelGrid &panels,
                             OverlayPanel &overlay)
    : QObject(&window), m_window(window), m_model(model), m_ui(ui), m_docks(docks), m_panels(panels), m_overlay(overlay)
{
    setUpActions();
    connectView();
    connectRun();
    connectDocks();
    update();
}

void WindowActions::setUpActions()
{
    const std::pair<QAction *, const char *> icons[] = {{m_ui.actionOpen, "open"},
                                                        {m_ui.actionSave, "save"},
                                                        {m_ui.actionPan, "pan"},
                                                        {m_ui.actionBox, "select-box"},
                                                        {m_ui.actionLasso, "select-lasso"},
                                                        {m_ui.actionFit, "fit"},
                                                        {m_ui.actionZoomIn, "zoom-in"},
                                                        {m_ui.actionZoomOut, "zoom-out"},
                                                        {m_ui.actionAddPair, "seed-add"},
                                                        {m_ui.actionDraw, "random"},
                                                        {m_ui.actionReadSeeds, "import"},
                                                        {m_ui.actionStart, "play"},
                                                        {m_ui.actionPause, "pause"},
                                                        {m_ui.actionStop, "stop"},
                                                        {m_ui.actionCancel, "cancel"},
                                                        {m_ui.actionRetrieval, "retrieval"},
                                                        {m_ui.actionStitching, "stitching"},
                                                        {m_ui.actionShortcuts, "help"},
                                                        {m_ui.actionAbout, "info"},
                                                        {m_ui.actionThemeLight, "theme-light"},
                                                        {m_ui.actionThemeDark, "theme-dark"},
                                                        {m_ui.actionShowAnchors, "anchor"}};
    for (const auto &[action, name] : icons)
        action->setIcon(icon(name));
    QAction *undo = m_model.workspace.histories().createUndoAction(&m_window, tr("&Undo"));
    QAction *redo = m_model.workspace.histories().createRedoAction(&m_window, tr("&Redo"));
    undo->setShortcut(QKeySequence::Undo);
    redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
    undo->setIcon(icon("undo"));
    redo->setIcon(icon("redo"));
    undo->setObjectName("actionUndo");
    redo->setObjectName("actionRedo");
    m_ui.menuEdit->insertActions(m_ui.actionInvert, {undo, redo});
    m_ui.menuEdit->insertSeparator(m_ui.actionInvert);
    m_ui.toolBar->insertActions(m_ui.actionPan, {undo, redo});
    m_ui.toolBar->insertSeparator(m_ui.actionPan);
    for (QAction *action : {m_ui.actionAddPair, m_ui.actionStart}) {
        if (auto *button = qobject_cast<QToolButton *>(m_ui.toolBar->widgetForAction(action)))
            button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    }
}

void WindowActions::connectView()
{
    auto *tools = new QActionGroup(this);
    const std::pair<QAction *, ScatterView::Tool> toolActions[] = {{m_ui.actionPan, ScatterView::Tool::Pan},
                                                                   {m_ui.actionBox, ScatterView::Tool::Box},
                                                                   {m_ui.actionLasso, ScatterView::Tool::Lasso}};
    for (const auto &[action, tool] : toolActions) {
        tools->addAction(action);
        connect(action, &QAction::triggered, &m_panels, [this, chosen = tool] { m_panels.setTool(chosen); });
    }
    m_ui.actionPan->setChecked(true);
    const auto zoom = [this](double factor) {
        m_overlay.isVisible() ? m_overlay.zoom(factor) : m_panels.zoomAll(factor);
    };
    connect(m_ui.actionFit, &QAction::triggered, &m_panels,
            [this] { m_overlay.isVisible() ? m_overlay.fit() : m_panels.fitAll(); });
    connect(m_ui.actionZoomIn, &QAction::triggered, &m_panels, [zoom] { zoom(1.25); });
    connect(m_ui.actionZoomOut, &QAction::triggered, &m_panels, [zoom] { zoom(0.8); });
    connect(m_ui.actionPanels, &QAction::triggered, &m_panels, &PanelGrid::focusNext);
    connectPanels();
    connect(m_ui.actionInvert, &QAction::triggered, &m_model.selection, &Selection::invert);
    connect(m_ui.actionDeselect, &QAction::triggered, this, [this] {
        m_panels.card()->hide();
        if (m_model.pairTool.isActive())
            m_model.pairTool.escape();
        else
            m_model.selection.clear();
    });
    auto *themes = new QActionGroup(this);
    const std::pair<QAction *, ThemeChoice> themeActions[] = {{m_ui.actionThemeSystem, ThemeChoice::System},
                                                              {m_ui.actionThemeLight, ThemeChoice::Light},
                                                              {m_ui.actionThemeDark, ThemeChoice::Dark}};
    for (const auto &[action, choice] : themeActions) {
        themes->addAction(action);
        if (choice == savedTheme())
            action->setChecked(true);
        connect(action, &QAction::triggered, this, [chosen = choice] {
            saveTheme(chosen);
            applyTheme(*qApp, chosen);
        });
    }
}

void WindowActions::connectPanels()
{
    Workspace &workspace = m_model.workspace;
    const std::pair<QAction *, bool ViewState::*> flags[] = {{m_ui.actionShowAnchors, &ViewState::anchors},
                                                             {m_ui.actionShowNames, &ViewState::names},
                                                             {m_ui.actionDensity, &ViewState::density},
                                                             {m_ui.actionPartnerLines, &ViewState::partnerLines}};
    for (const auto &[action, flag] : flags) {
        const QString name = action->text().remove('&');
        connect(action, &QAction::triggered, this, [&workspace, name, chosen = flag](bool on) {
            workspace.changeView(name, [&](ViewState &view) { view.*chosen = on; });
        });
    }
    connect(m_ui.actionDistance, &QAction::triggered, &m_panels,
            [this](bool distance) { m_panels.setColourBy(distance ? ColourBy::Similarity : ColourBy::Label); });
    const auto show = [this, &workspace] {
        const ViewState &view = workspace.view();
        m_ui.actionShowAnchors->setChecked(view.anchors);
        m_ui.actionShowNames->setChecked(view.names);
        m_ui.actionDensity->setChecked(view.density);
        m_ui.actionPartnerLines->setChecked(view.partnerLines);
        m_ui.actionDistance->setChecked(view.colourBy == ColourBy::Similarity);
    };
    connect(&workspace, &Workspace::viewChanged, this, show);
    show();
    connect(&m_panels.legend(), &LegendBar::filterRequested, m_ui.actionFilter, &QAction::trigger);
    const std::pair<QString, Panel> panels[] = {{tr("X &absolute"), Panel::AbsoluteX},
                                                {tr("Y a&bsolute"), Panel::AbsoluteY},
                                                {tr("Both &relative panels"), Panel::RelativeX}};
    for (const auto &[title, panel] : panels)
        m_ui.menuAxes->addMenu(new AxisMenu(title, workspace, m_model.projections, panel, m_ui.menuAxes));
}

void WindowActions::connectRun()
{
    connect(m_ui.actionAddPair, &QAction::toggled, &m_model.pairTool, &PairTool::setActive);
    connect(&m_model.pairTool, &PairTool::changed, this, [this] {
        m_ui.actionAddPair->setChecked(m_model.pairTool.isActive());
        m_window.statusBar()->showMessage(m_model.pairTool.hint());
    });
    connect(m_ui.actionStart, &QAction::triggered, &m_model.optimizer, &OptimizeController::start);
    connect(m_ui.actionPause, &QAction::triggered, &m_model.optimizer, &OptimizeController::pauseOrResume);
    connect(m_ui.actionStop, &QAction::triggered, &m_model.optimizer, &OptimizeController::stop);
    connect(m_ui.actionCancel, &QAction::triggered, &m_model.optimizer, &OptimizeController::cancel);
    connect(m_ui.actionPlay, &QAction::triggered, &m_model.replay, &ReplayController::playOrPause);
    connect(&m_model.replay, &ReplayController::changed, this, &WindowActions::showPlay);
    showPlay();
    connect(m_ui.actionRetrieval, &QAction::triggered, this, [this] {
        m_docks.open("retrieval");
        m_model.scores.measureRetrieval();
    });
    connect(m_ui.actionStitching, &QAction::triggered, this, [this] {
        m_docks.open("stitching");
        m_model.scores.measureStitching();
    });
    connect(&m_model.optimizer, &OptimizeController::stateChanged, this, &WindowActions::update);
    connect(&m_model.scores, &ScoreController::stateChanged, this, &WindowActions::update);
    connect(&m_model.workspace, &Workspace::dataChanged, this, &WindowActions::update);
}

void WindowActions::showPlay()
{
    const Recording *recording = m_model.replay.recording();
    const bool playing = m_model.replay.isPlaying();
    m_ui.actionPlay->setEnabled(recording && !recording->frames().empty());
    m_ui.actionPlay->setText(playing ? tr("Pause the recor&ding") : tr("P&lay the recording"));
    m_ui.actionPlay->setIcon(icon(playing ? "pause" : "play"));
}

/// The shortcut of a dock brings it to the front and focuses it.
void WindowActions::connectDocks()
{
    QMenu *shown = new QMenu(tr("&Shown"), m_ui.menuDocks);
    for (QDockWidget *dock : m_docks.all()) {
        QAction *go = m_ui.menuDocks->addAction(dock->windowTitle(), this, [this, dock] {
            m_docks.open(dock->objectName());
            focusFirst(dock->widget());
        });
        go->setObjectName("actionGoTo_" + dock->objectName());
        go->setStatusTip(tr("Go to the dock %1").arg(dock->windowTitle()));
        go->setShortcut(QKeySequence(QString::fromStdString(lessons::shortcutOf(dock->objectName().toStdString()))));
        m_goToDocks.push_back(go);
        shown->addAction(dock->toggleViewAction());
    }
    m_ui.menuDocks->addSeparator();
    QAction *beside =
        m_ui.menuDocks->addAction(tr("Show or hide the docks &beside the panels"), &m_docks, &Docks::toggle);
    beside->setObjectName("actionBeside");
    beside->setShortcut(QKeySequence("Ctrl+B"));
    m_goToDocks.push_back(beside);
    m_ui.menuDocks->addMenu(shown);
}

void WindowActions::update()
{
    const bool known = m_model.workspace.hasData();
    const bool idle = m_model.optimizer.state() == OptimizeController::State::Idle;
    for (QAction *action :
         {m_ui.actionSave,        m_ui.actionSaveAs,     m_ui.actionInvert,     m_ui.actionDeselect, m_ui.actionPan,
          m_ui.actionBox,         m_ui.actionLasso,      m_ui.actionFit,        m_ui.actionPanels,   m_ui.actionZoomIn,
          m_ui.actionZoomOut,     m_ui.actionAddPair,    m_ui.actionReadSeeds,  m_ui.actionFind,     m_ui.actionFilter,
          m_ui.actionResetLayout, m_ui.actionFourPanels, m_ui.actionSideBySide, m_ui.actionOverlay,  m_ui.actionBlink,
          m_ui.actionPresent})
        action->setEnabled(known);
    for (QAction *action : m_goToDocks)
        action->setEnabled(known);
    m_ui.actionDraw->setEnabled(known && m_model.workspace.data()->hasTruth());
    m_ui.actionStart->setEnabled(idle && m_model.optimizer.obstacle().isEmpty());
    const bool stopping = m_model.optimizer.state() == OptimizeController::State::Stopping;
    m_ui.actionCancel->setEnabled(!idle);
    for (QAction *action : {m_ui.actionPause, m_ui.actionStop})
        action->setEnabled(!idle && !stopping);
    const bool paused = m_model.optimizer.state() == OptimizeController::State::Paused;
    m_ui.actionPause->setText(paused ? tr("&Resume") : tr("&Pause"));
    m_ui.actionPause->setIcon(icon(paused ? "play" : "pause"));
    m_ui.actionRetrieval->setEnabled(m_model.scores.retrievalObstacle().isEmpty() &&
                                     !m_model.scores.measuringRetrieval());
    m_ui.actionStitching->setEnabled(m_model.scores.stitchingObstacle().isEmpty() &&
                                     !m_model.scores.measuringStitching());
}

} // namespace anchorscope::gui
