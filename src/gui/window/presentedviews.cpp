// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/presentedviews.h"

#include "core/experiments/registry.h"
#include "gui/lessons/lessoncontroller.h"
#include "gui/lessons/presenter.h"
#include "gui/lessons/presenterfooter.h"
#include "gui/models/appmodel.h"
#include "gui/pages/experimentspage.h"
#include "gui/pages/mistakespage.h"
#include "gui/pages/optimizepage.h"
#include "gui/pages/stitchingpage.h"
#include "gui/playground/demonstration.h"
#include "gui/views/heatmapgrid.h"
#include "gui/window/docks.h"
#include "gui/window/overlaypanel.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QMainWindow>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>
#include <array>

namespace anchorscope::gui {

namespace {

enum View { panels, overlay, stitching, curves, mistakes, experiments };

/// Names of the views. If a view belongs to a dock, also the object names of its plots.
constexpr std::pair<const char *, std::array<const char *, 2>> views[] = {{"panels", {}},
                                                                          {"overlay", {}},
                                                                          {"stitching", {"maps"}},
                                                                          {"optimize", {"loss", "shares"}},
                                                                          {"mistakes", {"mistakeGroups", "worstItems"}},
                                                                          {"experiments", {"view"}}};

int viewNamed(const QString &name)
{
    const auto *found = std::ranges::find(views, name, [](const auto &view) { return QString(view.first); });
    return found == std::end(views) ? panels : static_cast<int>(found - std::begin(views));
}

/// Puts a widget at the place of another in the splitter or layout of its parent.
void replaceInParent(QWidget &before, QWidget &after)
{
    QWidget *parent = before.parentWidget();
    if (auto *splitter = qobject_cast<QSplitter *>(parent))
        splitter->replaceWidget(splitter->indexOf(&before), &after);
    else
        delete parent->layout()->replaceWidget(&before, &after);
}

} // namespace

PresentedViews::PresentedViews(AppModel &model, Presenter &presenter, const LessonController &lesson,
                               Demonstration &demonstration, const Widgets &widgets)
    : QObject(&presenter), m_model(model), m_presenter(presenter), m_lesson(lesson), m_demonstration(demonstration),
      m_widgets(widgets), m_stage(new QWidget)
{
    auto *row = new QHBoxLayout(m_stage);
    row->setSpacing(20);
    row->setContentsMargins(16, 12, 16, 0);
    widgets.stack.addWidget(m_stage);
    // If a dock is opened during a presentation, shows it as a view. Queued, because it can be hidden only once shown.
    for (const auto &[name, parts] : views) {
        if (QDockWidget *dock = widgets.docks.dock(name)) {
            const auto present = [this, dock] {
                if (m_before && dock->isVisible()) {
                    dock->hide();
                    showView(viewOf(dock->objectName()));
                }
            };
            connect(dock, &QDockWidget::visibilityChanged, this, present, Qt::QueuedConnection);
        }
    }
    connectPresenter();
    connect(&m_lesson, &LessonController::stepped, this, &PresentedViews::fitDock);
    for (const QDockWidget *dock : widgets.docks.all())
        connect(dock, &QDockWidget::visibilityChanged, this, &PresentedViews::fitDock, Qt::QueuedConnection);
    connect(&m_lesson, &LessonController::began, this, [this] { showPlotsOnly(true); });
    connect(&m_lesson, &LessonController::ended, this, [this] { showPlotsOnly(false); });
}

/// Shows docks without what lessons do not need, so that their plots fit above the bar of a lesson in a low window.
void PresentedViews::showPlotsOnly(bool only)
{
    m_widgets.docks.dock("optimize")->findChild<OptimizePage *>()->setPlotsOnly(only);
    m_widgets.docks.dock("experiments")->findChild<ExperimentsPage *>()->setPlotsOnly(only);
    m_widgets.docks.dock("stitching")->findChild<StitchingPage *>()->setPlotsOnly(only);
    m_widgets.docks.dock("mistakes")->findChild<MistakesPage *>()->setFitted(only);
}

/// Connects the keys of a clicker to the views. Without a lesson, the presentation of a run begins with the overlay,
/// because it is legible from far away; a step of a lesson chooses the view, once it has something to show.
void PresentedViews::connectPresenter()
{
    const auto viewOfStep = [this] { return m_viewOfStep = viewOf(QString::fromStdString(m_lesson.now().card)); };
    connect(&m_presenter, &Presenter::presentingChanged, this, [this, viewOfStep](bool on) {
        const bool withRun = m_model.workspace.chosenRun() && !m_demonstration.isActive();
        if (on)
            begin(m_lesson.isActive() ? viewOfStep() : withRun ? overlay : panels);
        else
            end();
        keepDockOfStep();
        showFooter();
    });
    connect(&m_lesson, &LessonController::stepped, this, [this, viewOfStep] {
        if (m_before)
            showView(viewOfStep());
    });
    connect(&m_lesson, &LessonController::changed, this, [this, viewOfStep] {
        if (const int before = m_viewOfStep; m_before && m_lesson.isActive() && viewOfStep() != before)
            showView(m_viewOfStep);
    });
    for (const auto signal : {&LessonController::changed, &LessonController::began})
        connect(&m_lesson, signal, this, &PresentedViews::showFooter);
    // Queued, because a lesson that begins during a presentation shows its docks first.
    connect(&m_lesson, &LessonController::began, this, &PresentedViews::keepDockOfStep, Qt::QueuedConnection);
    for (const auto signal : {&Demonstration::began, &Demonstration::ended})
        connect(&m_demonstration, signal, this, &PresentedViews::showFooter);
    connect(&m_presenter, &Presenter::viewRequested, this, [this] { go(1); });
    connect(&m_presenter, &Presenter::nextRequested, this, [this] { goOn(1); });
    connect(&m_presenter, &Presenter::backRequested, this, [this] { goOn(-1); });
}

/// Hides the docks of a lesson, except a dock that the step needs and that is not shown as a view, such as the truth
/// table.
void PresentedViews::keepDockOfStep()
{
    if (!m_before || !m_lesson.isActive())
        return;
    for (QDockWidget *dock : m_widgets.docks.all())
        dock->hide();
    const QString card = QString::fromStdString(m_lesson.now().card);
    if (!card.isEmpty() && viewNamed(card) == panels)
        m_widgets.docks.open(card);
}

/// Sets the width of the dock that the presentation of a lesson shows: tables are wider than sliders.
void PresentedViews::fitDock()
{
    constexpr double ofTables = 0.65, ofSliders = 0.4; // shares of the width of the window
    const std::string target = m_lesson.isActive() ? m_lesson.target() : std::string();
    const double share = target == "table" || target == "retrieval" ? ofTables : ofSliders;
    for (QDockWidget *dock : m_widgets.docks.all()) {
        auto *window = qobject_cast<QMainWindow *>(dock->window());
        if (m_before && m_lesson.isActive() && window && !dock->isHidden())
            window->resizeDocks({dock}, {qRound(share * window->width())}, Qt::Horizontal);
    }
}

/// Shows the footer of the presentation, except during a lesson or a demonstration, whose bars replace it.
void PresentedViews::showFooter()
{
    m_presenter.footer().setVisible(m_before && !m_lesson.isActive() && !m_demonstration.isActive());
}

/// Reacts to a step forward or back by a clicker; during a lesson, LessonsUi reacts instead.
void PresentedViews::goOn(int steps)
{
    if (m_demonstration.isActive())
        m_demonstration.go(steps);
    else if (!m_lesson.isActive())
        go(steps);
}

void PresentedViews::begin(int view)
{
    m_before = m_widgets.showPanels->actionGroup()->checkedAction();
    m_widgets.overlay->setPresented(true);
    showView(view);
}

/// Returns the plots to their docks and restores the view that was shown before the presentation.
void PresentedViews::end()
{
    showView(panels);
    m_widgets.overlay->setPresented(false);
    std::exchange(m_before, nullptr)->setChecked(true);
}

/// Shows a following view or, for negative `steps`, a previous one. Views that have nothing to show are left out.
void PresentedViews::go(int steps)
{
    constexpr int count = std::size(views);
    int view = m_shown;
    do
        view = (view + steps + count) % count;
    while (!isReady(view));
    showView(view);
}

/// View of a dock; in a lesson, the panels as long as the view has nothing to show.
int PresentedViews::viewOf(const QString &dock) const
{
    const int view = viewNamed(dock);
    const bool shows = view == stitching ? m_model.workspace.isStitchingCurrent() : isReady(view);
    return shows || !m_lesson.isActive() ? view : panels;
}

bool PresentedViews::isReady(int view) const
{
    const Workspace &workspace = m_model.workspace;
    switch (view) {
    case overlay:
        return workspace.hasData() && workspace.knownAnchors().optimized();
    case stitching:
        return m_model.scores.stitchingObstacle().isEmpty();
    case curves:
        return !m_model.optimizer.history().empty();
    case mistakes:
        return workspace.mistakes() && !workspace.mistakes()->wrong.empty();
    case experiments:
        return std::ranges::any_of(anchorscope::experiments(), [this](const Experiment &each) {
            return m_model.experiments.outcome(each) != nullptr;
        });
    default:
        return true;
    }
}

void PresentedViews::showView(int view)
{
    giveBack();
    m_shown = view;
    const auto &[name, parts] = views[view];
    QDockWidget *dock = m_widgets.docks.dock(name);
    m_widgets.docks.dock("stitching")->findChild<StitchingPage *>()->setActive(view == stitching);
    if (view == stitching) {
        dock->findChild<HeatMapGrid *>()->setRows(1); // shows only the classifier of X, applied to both spaces
        // The page of a session that was just opened does not measure by itself; its view would be empty.
        if (!m_lesson.isActive() && !m_model.workspace.isStitchingCurrent() && !m_model.scores.measuringStitching())
            m_model.scores.measureStitching();
    }
    if (!dock) {
        QAction *ofPanels = m_before == m_widgets.showOverlay ? m_widgets.showPanels : m_before;
        (view == overlay ? m_widgets.showOverlay : ofPanels)->setChecked(true);
        return m_widgets.stack.setCurrentWidget(view == overlay ? static_cast<QWidget *>(m_widgets.overlay)
                                                                : m_widgets.panels);
    }
    for (const char *part : parts) {
        if (part)
            take(*dock->findChild<QWidget *>(part));
    }
    m_widgets.stack.setCurrentWidget(m_stage);
}

/// Moves a plot from its dock to m_stage. An empty widget keeps its place in the dock.
void PresentedViews::take(QWidget &part)
{
    auto *keeper = new QWidget;
    replaceInParent(part, *keeper);
    m_taken.emplace_back(&part, keeper);
    m_stage->layout()->addWidget(&part);
    part.show();
}

void PresentedViews::giveBack()
{
    if (auto *matrices = m_stage->findChild<HeatMapGrid *>())
        matrices->setRows(m_lesson.isActive() ? 1 : 2);
    for (const auto &[part, keeper] : m_taken) {
        replaceInParent(*keeper, *part);
        delete keeper;
    }
    m_taken.clear();
}

} // namespace anchorscope::gui
