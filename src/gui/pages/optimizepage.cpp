// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/optimizepage.h"

#include "gui/display/repeatcommand.h"
#include "gui/display/verdicttext.h"
#include "gui/models/runmodel.h"
#include "gui/pages/hintchooser.h"
#include "gui/style/flowlayout.h"
#include "gui/style/pagearea.h"
#include "gui/style/theme.h"
#include "gui/views/plotchart.h"
#include "gui/widgets/tableview.h"
#include "ui_optimizepage.h"

#include <QEvent>
#include <QInputDialog>
#include <QLocale>
#include <QMessageBox>

#include <algorithm>
#include <cmath>
#include <limits>

namespace anchorscope::gui {

namespace {

/// Formats an estimated remaining time, rounded so that it does not look exact.
QString roundedTime(double seconds)
{
    if (seconds >= 90)
        return OptimizePage::tr("%1 min").arg(std::lround(seconds / 60));
    return OptimizePage::tr("%1 s").arg(seconds < 10 ? std::lround(seconds) : 5 * std::lround(seconds / 5));
}

QString percent(double share)
{
    return QString("%1%").arg(100 * share, 0, 'f', 1);
}

/// Name of a stage of a run, with a word for the symbol of its ridge.
QString stageText(QString stage)
{
    return stage.replace("ε", OptimizePage::tr("smoothing"));
}

/// First id of undo steps. Each spin box has its own id, so that only its own steps are merged.
constexpr int firstMerge = 10;

/// Value that a widget shows, in the format of valueText(); empty for the special value of a spin box.
std::string shownText(const QWidget *widget)
{
    if (const auto *spin = qobject_cast<const QSpinBox *>(widget))
        return spin->minimum() == 0 && spin->value() == 0 ? std::string() : valueText(spin->value());
    if (const auto *spin = qobject_cast<const QDoubleSpinBox *>(widget))
        return !spin->specialValueText().isEmpty() && spin->value() <= spin->minimum() ? std::string()
                                                                                       : valueText(spin->value());
    if (const auto *list = qobject_cast<const QComboBox *>(widget))
        return list->currentData().toString().toStdString();
    return qobject_cast<const QCheckBox *>(widget)->isChecked() ? "1" : "0";
}

void showText(QWidget *widget, const QString &text)
{
    const QSignalBlocker blocker(widget);
    if (auto *spin = qobject_cast<QSpinBox *>(widget))
        spin->setValue(static_cast<int>(text.toDouble()));
    else if (auto *spinOfParts = qobject_cast<QDoubleSpinBox *>(widget))
        spinOfParts->setValue(text.toDouble());
    else if (auto *list = qobject_cast<QComboBox *>(widget))
        list->setCurrentIndex(list->findData(text));
    else
        qobject_cast<QCheckBox *>(widget)->setChecked(text == "1");
}

/// Name of an undo step, such as “Learning rate: 0.05”.
QString stepName(const Field<OptimizeOptions> &field, const QWidget *widget)
{
    if (const auto *check = qobject_cast<const QCheckBox *>(widget))
        return check->text();
    const auto *list = qobject_cast<const QComboBox *>(widget);
    const auto *spin = qobject_cast<const QAbstractSpinBox *>(widget);
    return QString::fromUtf8(field.label) + ": " + (list ? list->currentText() : spin->text());
}

} // namespace

OptimizePage::OptimizePage(Workspace &workspace, OptimizeController &controller, ReplayController &replay,
                           QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::OptimizePage>()), m_workspace(workspace), m_controller(controller),
      m_replay(replay), m_runs(new RunModel(workspace, this))
{
    m_ui->setupUi(this);
    buildButtons();
    inLines(m_ui->flight, m_ui->layout);
    m_ui->command->setIcon(icon("terminal"));
    m_ui->restore->setIcon(icon("undo"));
    m_ui->loss->setAxes(tr("iteration"), tr("loss"), LineChart::Scale::LogY);
    m_ui->shares->setAxes(tr("iteration"), tr("share of items (%)"), LineChart::Scale::Linear);
    m_ui->loss->setMessage(tr("The loss of a run is drawn here, iteration by iteration."));
    m_ui->shares->setMessage(
        tr("The share of items whose match changed, and the share matched correctly, are plotted here."));
    PlotChart::alignLeftEdges(*m_ui->loss->chart(), *m_ui->shares->chart());
    m_ui->runs->setModel(m_runs);
    configureTable(m_ui->runs, {RunModel::Ended});
    m_ui->runs->hideColumn(RunModel::Anchors); // tooltips and copied tables contain the hidden columns
    offerRunActions();
    offerCopies(m_ui->runs, *m_runs, "runs.csv");
    m_ui->splitter->setSizes({220, 220, 140});
    m_parameters = new OptimizeParameters(*m_ui, workspace, this);
    m_hints = new HintChooser(*m_ui, workspace, controller, this);
    connectRuns();
    connectReplay();
    connect(&controller, &OptimizeController::timePassed, this, [this] { m_ui->status->setText(progressText()); });
    connect(&controller, &OptimizeController::stateChanged, this, &OptimizePage::showState);
    connect(&controller, &OptimizeController::progressed, this, &OptimizePage::showProgress);
    connect(&workspace, &Workspace::dataChanged, this, &OptimizePage::showSetup);
    connect(&workspace, &Workspace::setupChanged, this, &OptimizePage::showSetup);
    showSetup();
}

OptimizePage::~OptimizePage() = default;

void OptimizePage::setPlotsOnly(bool only)
{
    for (QWidget *part : {static_cast<QWidget *>(m_ui->methodLabel), static_cast<QWidget *>(m_ui->method)}) {
        const bool isLabel = part == m_ui->methodLabel;
        m_ui->form->removeWidget(part);
        m_ui->methodRow->removeWidget(part);
        if (only) // the method stays visible
            m_ui->methodRow->addWidget(part, isLabel ? 0 : 1);
        else
            m_ui->form->setWidget(0, isLabel ? QFormLayout::LabelRole : QFormLayout::FieldRole, part);
    }
    m_ui->splitter->setOrientation(only ? Qt::Horizontal : Qt::Vertical);
    fillHeight(*m_ui->splitter, only);
    for (QWidget *other : {m_ui->options, static_cast<QWidget *>(m_ui->runs), static_cast<QWidget *>(m_ui->restore)})
        other->setHidden(only);
}

void OptimizePage::buildButtons()
{
    inLines(m_ui->buttons, m_ui->layout);
    m_ui->start->setIcon(icon("play"));
    m_ui->pause->setIcon(icon("pause"));
    m_ui->stop->setIcon(icon("stop"));
    m_ui->cancel->setIcon(icon("cancel"));
    connect(m_ui->start, &QPushButton::clicked, &m_controller, &OptimizeController::start);
    connect(m_ui->pause, &QPushButton::clicked, &m_controller, &OptimizeController::pauseOrResume);
    connect(m_ui->stop, &QPushButton::clicked, &m_controller, &OptimizeController::stop);
    connect(m_ui->cancel, &QPushButton::clicked, &m_controller, &OptimizeController::cancel);
}

void OptimizePage::connectRuns()
{
    connect(m_ui->runs, &QTableView::activated, this,
            [this](const QModelIndex &index) { m_workspace.chooseRun(m_runs->idOf(index.row())); });
    connect(m_ui->runs->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OptimizePage::showCurves);
    connect(&m_workspace, &Workspace::batchChanged, this, &OptimizePage::showCurves);
    connect(&m_workspace, &Workspace::runEdited, this, &OptimizePage::showProgress);
    connect(m_ui->command, &QToolButton::clicked, this,
            [this] { copyText(repeatCommand(m_workspace, Repeat::Run, {})); });
}

void OptimizePage::offerRunActions()
{
    QTableView *table = m_ui->runs;
    const auto add = [&](const QString &text, const std::function<void(io::RunId)> &act, const QKeySequence &key = {}) {
        auto *action = new QAction(text, table);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, table, act] {
            if (table->currentIndex().isValid())
                act(m_runs->idOf(table->currentIndex().row()));
        });
        table->addAction(action);
    };
    add(tr("Use this run"), [this](io::RunId run) { m_workspace.chooseRun(run); });
    add(tr("Rename it…"), [this](io::RunId run) { renameRun(run); });
    add(
        tr("Delete it…"), [this](io::RunId run) { deleteRun(run); }, QKeySequence::Delete);
    auto *separator = new QAction(table);
    separator->setSeparator(true);
    table->addAction(separator);
}

void OptimizePage::renameRun(io::RunId run)
{
    const auto &runs = m_workspace.runs();
    const QString before = QString::fromStdString(findRun(runs, run)->name);
    bool chosen = false;
    const QString name =
        QInputDialog::getText(this, tr("Rename a run"), tr("Name"), QLineEdit::Normal, before, &chosen).trimmed();
    const bool known = std::ranges::find(runs, name.toStdString(), &io::RunRecord::name) != runs.end();
    if (chosen && known && name != before)
        QMessageBox::information(this, tr("Rename a run"), tr("Another run has this name."));
    else if (chosen && !known && !name.isEmpty())
        m_workspace.renameRun(run, name.toStdString());
}

void OptimizePage::deleteRun(io::RunId run)
{
    const QString name = QString::fromStdString(findRun(m_workspace.runs(), run)->name);
    if (QMessageBox::question(this, tr("Delete a run"),
                              tr("%1 and its recording will be lost. Delete it?").arg(name)) == QMessageBox::Yes)
        m_workspace.removeRun(run);
}

void OptimizePage::connectReplay()
{
    const auto go = [this](int place) {
        if (!m_replay.recording())
            return;
        const int frames = static_cast<int>(m_replay.recording()->frames().size());
        if (place >= frames)
            m_replay.leave();
        else
            m_replay.show(place);
    };
    connect(m_ui->scrub, &QSlider::valueChanged, this, go);
    connect(m_ui->play, &QToolButton::clicked, &m_replay, &ReplayController::playOrPause);
    for (LineChart *view : {m_ui->loss, m_ui->shares}) {
        connect(view, &LineChart::picked, this, [this](int iteration) {
            if (m_replay.recording() && comparedRuns().size() < 2)
                m_ui->scrub->setValue(m_replay.recording()->frameAt(iterationsBefore() + iteration));
        });
    }
    connect(m_ui->restore, &QPushButton::clicked, &m_replay, &ReplayController::restore);
    connect(&m_replay, &ReplayController::changed, this, &OptimizePage::showReplay);
    showReplay();
}

void OptimizePage::showReplay()
{
    const Recording *recording = m_replay.recording();
    const bool any = recording && !recording->frames().empty();
    const int frames = any ? static_cast<int>(recording->frames().size()) : 0;
    {
        const QSignalBlocker block(m_ui->scrub);
        m_ui->scrub->setRange(0, frames);
        m_ui->scrub->setValue(m_replay.frame() < 0 ? frames : m_replay.frame());
    }
    m_ui->scrub->setEnabled(any);
    m_ui->scrubLabel->setEnabled(any);
    m_ui->play->setEnabled(any);
    m_ui->play->setIcon(icon(m_replay.isPlaying() ? "pause" : "play"));
    m_ui->restore->setEnabled(m_replay.frame() >= 0 && !m_replay.restoring());
    QString text = tr("the result");
    if (m_replay.frame() >= 0)
        text = tr("iteration %1 of %2")
                   .arg(recording->frames()[static_cast<std::size_t>(m_replay.frame())].iteration)
                   .arg(recording->frames().back().iteration);
    else if (!any)
        text = m_workspace.chosenRun() ? tr("not recorded") : QString();
    m_ui->scrubText->setText(text);
    showProgress();
}

void OptimizePage::showSetup()
{
    m_parameters->show();
    m_hints->show();
    showState();
    showProgress();
}

void OptimizePage::showState()
{
    const OptimizeController::State state = m_controller.state();
    const bool idle = state == OptimizeController::State::Idle;
    const QString obstacle = idle ? m_controller.obstacle() : QString();
    m_ui->start->setEnabled(idle && obstacle.isEmpty());
    m_ui->start->setToolTip(obstacle.isEmpty() ? tr("Align the spaces: find the match of every item (F5)") : obstacle);
    const bool stopping = state == OptimizeController::State::Stopping;
    m_ui->pause->setEnabled(!idle && !stopping);
    m_ui->pause->setText(state == OptimizeController::State::Paused ? tr("Res&ume") : tr("Pa&use"));
    m_ui->pause->setIcon(icon(state == OptimizeController::State::Paused ? "play" : "pause"));
    m_ui->stop->setEnabled(!idle && !stopping);
    m_ui->cancel->setEnabled(!idle);
    m_ui->status->setText(progressText());
}

QString OptimizePage::progressText() const
{
    const auto &history = m_controller.history();
    const bool idle = m_controller.state() == OptimizeController::State::Idle;
    QStringList parts;
    if (idle) {
        const io::RunRecord *run = m_workspace.chosenRun();
        if (!run)
            return m_controller.obstacle();
        parts << QString::fromStdString(run->name);
        if (!history.empty())
            parts << (history.back().iteration == 1 ? tr("1 iteration")
                                                    : tr("%1 iterations").arg(history.back().iteration));
        parts << tr("loss %1").arg(shortNumber(run->summary.loss));
        if (run->summary.correct && m_workspace.data()->hasTruth())
            parts << tr("%1 correct").arg(percent(*run->summary.correct));
        if (run->summary.verdict.alignment != Alignment::notJudged)
            parts << shortVerdict(run->summary.verdict);
        parts << tr("%1 s").arg(run->summary.seconds, 0, 'f', 1);
        return parts.join(" · ") + '\n' + QString::fromStdString(run->summary.message);
    }
    const OptimizeController::State state = m_controller.state();
    parts << (state == OptimizeController::State::Paused     ? tr("Paused")
              : state == OptimizeController::State::Stopping ? tr("Stopping")
                                                             : tr("Running"));
    if (!history.empty()) {
        const IterationStats &last = history.back();
        parts << tr("iteration %1").arg(last.iteration) << tr("loss %1").arg(shortNumber(last.loss))
              << tr("%1 changed").arg(percent(last.changed));
        if (last.correct)
            parts << tr("%1 correct").arg(percent(*last.correct));
        if (last.items < m_workspace.data()->size(Side::y))
            parts << tr("%1 items").arg(countText(last.items));
        if (!last.stage.empty())
            parts << stageText(QString::fromStdString(last.stage));
    }
    parts << tr("%1 s").arg(m_controller.secondsElapsed(), 0, 'f', 1);
    if (const auto left = m_controller.secondsLeft(); left && *left >= 1)
        parts << tr("about %1 left").arg(roundedTime(*left));
    return parts.join(" · ");
}

/// Rows of the selected runs, ascending; two or more are compared.
std::vector<int> OptimizePage::comparedRuns() const
{
    std::vector<int> rows;
    for (const QModelIndex &index : m_ui->runs->selectionModel()->selectedRows())
        rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void OptimizePage::showCurves()
{
    std::vector<LineChart::Series> losses, shares;
    std::vector<LineChart::Stage> stages;
    const std::vector<int> compared = comparedRuns();
    if (compared.size() > 1 && m_controller.state() == OptimizeController::State::Idle) {
        addRuns(compared, losses, shares);
    } else if (const auto starts = startsIn(m_controller.history()); !starts.empty()) {
        addStarts(starts, losses, shares);
    } else {
        const auto &history = m_controller.history();
        RunCurves curves = curvesOf(history);
        stages = std::move(curves.stages);
        for (LineChart::Stage &stage : stages)
            stage.name = stageText(stage.name);
        if (!m_workspace.batch().empty())
            losses.push_back(lossBand(m_workspace.batch().experiment.runs,
                                      tr("%1 repeats: mean and range").arg(m_workspace.batch().repeats())));
        addCurve(losses, {tr("loss"), std::move(curves.loss), accent()}, history);
        addCurve(shares, {tr("changed"), std::move(curves.changed), warningColour()}, history);
        if (std::ranges::any_of(curves.mutual, [](double share) { return std::isfinite(share); }))
            addCurve(shares, {tr("mutual"), std::move(curves.mutual), neutralPoint()}, history);
        if (!curves.correct.empty() && m_workspace.data()->hasTruth())
            addCurve(shares, {tr("correct"), std::move(curves.correct), okColour()}, history);
    }
    m_ui->loss->setSeries(losses);
    m_ui->shares->setSeries(shares);
    for (LineChart *view : {m_ui->loss, m_ui->shares})
        view->setStages(stages);
    showMarker(compared.size() < 2);
}

void OptimizePage::addRuns(const std::vector<int> &rows, std::vector<LineChart::Series> &losses,
                           std::vector<LineChart::Series> &shares) const
{
    const auto colours = categoricalPalette(static_cast<int>(rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const io::RunRecord &run = m_workspace.runs()[static_cast<std::size_t>(rows[i])];
        const QString name = QString::fromStdString(run.name);
        RunCurves curves = curvesOf(run.summary.history);
        const auto &history = run.summary.history;
        addCurve(losses, {name, std::move(curves.loss), colours[i]}, history);
        const bool hasCorrect = !curves.correct.empty();
        addCurve(shares,
                 {tr("%1 %2").arg(name, hasCorrect ? tr("correct") : tr("changed")),
                  std::move(hasCorrect ? curves.correct : curves.changed), colours[i]},
                 history);
    }
}

/// Adds a curve for each random start to both charts, from iteration 1. The start with the lowest loss is emphasized.
void OptimizePage::addStarts(const std::vector<StartOfRun> &starts, std::vector<LineChart::Series> &losses,
                             std::vector<LineChart::Series> &shares) const
{
    const RunCurves curves = curvesOf(m_controller.history());
    const auto part = [](const std::vector<double> &values, const StartOfRun &start) {
        // Shares of correct matches are recorded only if true pairs are known.
        const std::size_t end = std::min(start.end, values.size());
        return std::vector(values.begin() + static_cast<Index>(std::min(start.begin, end)),
                           values.begin() + static_cast<Index>(end));
    };
    const bool hasCorrect = !curves.correct.empty();
    const auto add = [&](const StartOfRun &start, std::size_t number) {
        const QString name = start.lowest ? tr("start %1: lowest loss").arg(number) : tr("start %1").arg(number);
        const QColor colour = start.lowest ? accent() : neutralPoint();
        losses.push_back({name, part(curves.loss, start), colour});
        shares.push_back({tr("%1, %2").arg(name, hasCorrect ? tr("correct") : tr("changed")),
                          part(hasCorrect ? curves.correct : curves.changed, start), colour});
    };
    for (const bool lowest : {false, true}) { // draws the start with the lowest loss last, on top of the others
        for (std::size_t i = 0; i < starts.size(); ++i) {
            if (starts[i].lowest == lowest)
                add(starts[i], i + 1);
        }
    }
}

/// Number of iterations before the random start with the lowest loss.
int OptimizePage::iterationsBefore() const
{
    const auto starts = startsIn(m_controller.history());
    const auto lowest = std::ranges::find(starts, true, &StartOfRun::lowest);
    return lowest == starts.end() ? 0 : static_cast<int>(lowest->begin);
}

/// Marks an iteration in the charts: the replayed one or, if `ofResult`, the one that the run returned.
void OptimizePage::showMarker(bool ofResult)
{
    const io::RunRecord *run = m_workspace.chosenRun();
    std::optional<double> marker;
    if (m_replay.frame() >= 0)
        marker = m_replay.recording()->frames()[static_cast<std::size_t>(m_replay.frame())].iteration;
    else if (run && ofResult && m_controller.state() == OptimizeController::State::Idle)
        marker = run->summary.bestIteration;
    if (marker)
        *marker -= iterationsBefore();
    m_ui->loss->setMarker(marker);
    m_ui->shares->setMarker(marker);
}

void OptimizePage::showProgress()
{
    showCurves();
    m_ui->command->setEnabled(m_workspace.hasData() && !m_workspace.setup().seeds.empty() &&
                              !repeatCommand(m_workspace, Repeat::Run, {}).isEmpty());
    m_ui->status->setText(progressText());
}

void OptimizePage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showCurves();
}

OptimizeParameters::OptimizeParameters(Ui::OptimizePage &form, Workspace &workspace, QObject *parent)
    : QObject(parent), m_ui(form), m_workspace(workspace)
{
    for (const Optimizer &method : optimizers())
        m_ui.method->addItem(QString::fromUtf8(method.label), QString::fromUtf8(method.id));
    for (int row = 0; row < static_cast<int>(sideChoicesX.size()); ++row)
        m_ui.permuted->setItemData(row, QString(sideChoicesX[static_cast<std::size_t>(row)].id));
    for (const std::string &weight : fieldOf<OptimizeOptions>("hint-weight").names())
        m_ui.hintWeight->addItem(QString::fromStdString(weight), QString::fromStdString(weight));
    bind("method", m_ui.method, &QComboBox::activated);
    bind("hint-weight", m_ui.hintWeight, &QComboBox::activated);
    bind("iterations", m_ui.iterations, &QSpinBox::valueChanged, m_ui.iterationsLabel);
    bind("learning-rate", m_ui.rate, &QDoubleSpinBox::valueChanged, m_ui.rateLabel);
    bind("ridge", m_ui.ridge, &QDoubleSpinBox::valueChanged, m_ui.ridgeLabel);
    bind("sinkhorn-epsilon", m_ui.epsilon, &QDoubleSpinBox::valueChanged, m_ui.epsilonLabel);
    bind("sinkhorn-steps", m_ui.steps, &QSpinBox::valueChanged, m_ui.stepsLabel);
    bind("sinkhorn-stop", m_ui.stopError, &QDoubleSpinBox::valueChanged, m_ui.stopErrorLabel);
    bind("permute", m_ui.permuted, &QComboBox::activated, m_ui.permutedLabel);
    bind("warm-start", m_ui.warmStart, &QCheckBox::clicked);
    bind("free-seeds", m_ui.freeSeeds, &QCheckBox::clicked);
    bind("ramp", m_ui.ramp, &QDoubleSpinBox::valueChanged, m_ui.rampLabel);
    bind("starts", m_ui.starts, &QSpinBox::valueChanged, m_ui.startsLabel);
    bind("time-limit", m_ui.limit, &QSpinBox::valueChanged, m_ui.limitLabel);
}

template <class Widget, class Signal>
void OptimizeParameters::bind(const char *id, Widget *widget, Signal changed, QWidget *label)
{
    const Bound bound{&fieldOf<OptimizeOptions>(id), widget, label};
    const int merge = std::is_base_of_v<QAbstractSpinBox, Widget> ? firstMerge + static_cast<int>(m_bound.size()) : -1;
    m_bound.push_back(bound);
    connect(widget, changed, this, [this, bound, merge] { edit(bound, merge); });
}

void OptimizeParameters::edit(const Bound &bound, int merge)
{
    m_workspace.change(
        stepName(*bound.field, bound.widget),
        [&bound](Setup &setup) { setText(*bound.field, setup.options, shownText(bound.widget)); }, merge);
}

void OptimizeParameters::show()
{
    const OptimizeOptions &options = m_workspace.setup().options;
    const Optimizer *method = findOptimizer(options.method);
    if (method) {
        m_ui.about->setText(QString::fromUtf8(method->about));
        m_ui.iterations->setSpecialValueText(tr("%1 (default)").arg(method->defaultIterations));
    }
    for (const auto &[field, widget, label] : m_bound) {
        showText(widget, QString::fromStdString(valueText(*field, options)));
        for (QWidget *each : {widget, label}) {
            if (each && method)
                each->setVisible(method->readsGroup(field->group));
        }
    }
    m_ui.ramp->setEnabled(!options.warmStart);
    m_ui.stopError->setEnabled(options.sinkhornIterations > 1);
    m_ui.hintWeight->setEnabled(!options.hints.empty());
}

} // namespace anchorscope::gui
