// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/optimizepage.h"

#include "gui/models/runmodel.h"
#include "gui/widgets/tableview.h"
#include "gui/theme.h"
#include "ui_optimizepage.h"

#include <QLocale>
#include <QTimer>

namespace anchorscope::gui {

namespace {

enum Merge { MergeIterations = 10, MergeRate, MergeRidge, MergeLimit };
constexpr std::chrono::milliseconds clockInterval{250};

QString percent(double share)
{
    return QString("%1 %").arg(100 * share, 0, 'f', 1);
}

} // namespace

OptimizePage::OptimizePage(Workspace &workspace, OptimizeController &controller, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::OptimizePage>()), m_workspace(workspace), m_controller(controller),
      m_runs(new RunModel(workspace, this))
{
    m_ui->setupUi(this);
    for (const Optimizer &method : optimizers())
        m_ui->method->addItem(QString::fromUtf8(method.label), QString::fromUtf8(method.id));
    m_ui->start->setIcon(icon("play"));
    m_ui->pause->setIcon(icon("pause"));
    m_ui->stop->setIcon(icon("stop"));
    m_ui->cancel->setIcon(icon("cancel"));
    m_ui->loss->setAxes(tr("iteration"), tr("loss"), true);
    m_ui->shares->setAxes(tr("iteration"), tr("share of items (%)"), false);
    m_ui->runs->setModel(m_runs);
    dressTable(m_ui->runs);
    offerCopies(m_ui->runs, *m_runs, "runs.csv");
    m_ui->splitter->setSizes({220, 220, 140});
    connectParameters();
    connect(m_ui->start, &QPushButton::clicked, &controller, &OptimizeController::start);
    connect(m_ui->pause, &QPushButton::clicked, &controller, &OptimizeController::pauseOrResume);
    connect(m_ui->stop, &QPushButton::clicked, &controller, &OptimizeController::stop);
    connect(m_ui->cancel, &QPushButton::clicked, &controller, &OptimizeController::cancel);
    connect(m_ui->runs, &QTableView::activated, this,
            [this](const QModelIndex &index) { m_workspace.chooseRun(index.row()); });
    auto *clock = new QTimer(this);
    connect(clock, &QTimer::timeout, this, [this] { m_ui->status->setText(progressText()); });
    connect(&controller, &OptimizeController::stateChanged, this, [this, clock] {
        if (m_controller.state() == OptimizeController::State::Running)
            clock->start(clockInterval);
        else
            clock->stop();
        showState();
    });
    connect(&controller, &OptimizeController::progressed, this, &OptimizePage::showProgress);
    connect(&workspace, &Workspace::dataChanged, this, &OptimizePage::showSetup);
    connect(&workspace, &Workspace::setupChanged, this, &OptimizePage::showSetup);
    showSetup();
}

OptimizePage::~OptimizePage() = default;

void OptimizePage::changeOptions(const QString &name, const std::function<void(OptimizeOptions &)> &edit, int merge)
{
    m_workspace.change(
        name, [&](Setup &setup) { edit(setup.options); }, merge);
}

void OptimizePage::connectParameters()
{
    connect(m_ui->method, &QComboBox::activated, this, [this] {
        changeOptions(
            tr("Method: %1").arg(m_ui->method->currentText()),
            [this](OptimizeOptions &options) { options.method = m_ui->method->currentData().toString().toStdString(); },
            -1);
    });
    connect(m_ui->iterations, &QSpinBox::valueChanged, this, [this](int limit) {
        changeOptions(
            tr("At most %1 iterations").arg(limit),
            [limit](OptimizeOptions &options) { options.iterations = limit ? std::optional(limit) : std::nullopt; },
            MergeIterations);
    });
    connect(m_ui->rate, &QDoubleSpinBox::valueChanged, this, [this](double rate) {
        changeOptions(
            tr("Learning rate %1").arg(rate), [rate](OptimizeOptions &options) { options.learningRate = rate; },
            MergeRate);
    });
    connect(m_ui->ridge, &QDoubleSpinBox::valueChanged, this, [this](double ridge) {
        changeOptions(
            tr("Ridge %1").arg(ridge),
            [ridge](OptimizeOptions &options) { options.ridge = ridge > 0 ? std::optional(ridge) : std::nullopt; },
            MergeRidge);
    });
    connect(m_ui->limit, &QSpinBox::valueChanged, this, [this](int seconds) {
        changeOptions(
            tr("Time limit %1 s").arg(seconds),
            [seconds](OptimizeOptions &options) {
                options.timeLimitSeconds = seconds ? std::optional<double>(seconds) : std::nullopt;
            },
            MergeLimit);
    });
}

void OptimizePage::showSetup()
{
    const OptimizeOptions &options = m_workspace.setup().options;
    const Optimizer *method = findOptimizer(options.method);
    {
        const QSignalBlocker a(m_ui->iterations), b(m_ui->rate), c(m_ui->ridge), d(m_ui->limit);
        m_ui->method->setCurrentIndex(m_ui->method->findData(QString::fromStdString(options.method)));
        if (method) {
            m_ui->about->setText(QString::fromUtf8(method->about));
            m_ui->iterations->setSpecialValueText(tr("%1, as the method suggests").arg(method->defaultIterations));
        }
        m_ui->iterations->setValue(options.iterations.value_or(0));
        m_ui->rate->setValue(options.learningRate);
        m_ui->ridge->setValue(options.ridge.value_or(0));
        m_ui->limit->setValue(static_cast<int>(options.timeLimitSeconds.value_or(0)));
    }
    const bool adam = options.method == "adam";
    for (QWidget *widget : {static_cast<QWidget *>(m_ui->rate), static_cast<QWidget *>(m_ui->rateLabel)})
        widget->setVisible(adam);
    for (QWidget *widget : {static_cast<QWidget *>(m_ui->ridge), static_cast<QWidget *>(m_ui->ridgeLabel)})
        widget->setVisible(options.method == "alternating");
    showState();
    showProgress();
}

void OptimizePage::showState()
{
    const OptimizeController::State state = m_controller.state();
    const bool idle = state == OptimizeController::State::Idle;
    const QString obstacle = idle ? m_controller.obstacle() : QString();
    m_ui->start->setEnabled(idle && obstacle.isEmpty());
    m_ui->start->setToolTip(obstacle.isEmpty() ? tr("Look for the missing anchors (F5)") : obstacle);
    m_ui->pause->setEnabled(!idle);
    m_ui->pause->setText(state == OptimizeController::State::Paused ? tr("Res&ume") : tr("Pa&use"));
    m_ui->pause->setIcon(icon(state == OptimizeController::State::Paused ? "play" : "pause"));
    m_ui->stop->setEnabled(!idle);
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
            parts << tr("%n iteration(s)", nullptr, history.back().iteration);
        parts << tr("lowest loss %1").arg(shortNumber(run->summary.loss));
        if (run->summary.right)
            parts << tr("%1 right").arg(percent(*run->summary.right));
        parts << tr("%1 s").arg(run->summary.seconds, 0, 'f', 1);
        return parts.join(" · ") + '\n' + QString::fromStdString(run->summary.message);
    }
    parts << (m_controller.state() == OptimizeController::State::Paused ? tr("Paused") : tr("Running"));
    if (!history.empty()) {
        const IterationStats &last = history.back();
        parts << tr("iteration %1").arg(last.iteration) << tr("loss %1").arg(shortNumber(last.loss))
              << tr("%1 changed").arg(percent(last.changed));
        if (last.right)
            parts << tr("%1 right").arg(percent(*last.right));
        if (!last.stage.empty())
            parts << QString::fromStdString(last.stage);
    }
    parts << tr("%1 s").arg(m_controller.secondsElapsed(), 0, 'f', 1);
    return parts.join(" · ");
}

void OptimizePage::showProgress()
{
    const auto &history = m_controller.history();
    std::vector<double> loss, changed, right;
    for (const IterationStats &stats : history) {
        loss.push_back(stats.loss);
        changed.push_back(100 * stats.changed);
        if (stats.right)
            right.push_back(100 * *stats.right);
    }
    m_ui->loss->setCurves({{tr("loss"), std::move(loss), {}}});
    std::vector<CurveView::Curve> shares{{tr("changed"), std::move(changed), {}}};
    if (!right.empty())
        shares.push_back({tr("right"), std::move(right), okColour()});
    m_ui->shares->setCurves(shares);
    const io::RunRecord *run = m_workspace.chosenRun();
    const bool idle = m_controller.state() == OptimizeController::State::Idle;
    const std::optional<double> best = idle && run ? std::optional<double>(run->summary.bestIteration) : std::nullopt;
    m_ui->loss->setMarker(best);
    m_ui->shares->setMarker(best);
    m_ui->status->setText(progressText());
}

} // namespace anchorscope::gui
