// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/optimizeparameters.h"

#include "ui_optimizepage.h"

namespace anchorscope::gui {

namespace {

enum ParameterMerge { MergeIterations = 10, MergeRate, MergeRidge, MergeLimit, MergeEpsilon, MergeSteps, MergeStop };

} // namespace

OptimizeParameters::OptimizeParameters(Ui::OptimizePage &form, Workspace &workspace, QObject *parent)
    : QObject(parent), m_ui(form), m_workspace(workspace)
{
    for (const Optimizer &method : optimizers())
        m_ui.method->addItem(QString::fromUtf8(method.label), QString::fromUtf8(method.id));
    connectMethod();
    connectTransport();
}

void OptimizeParameters::changeOptions(const QString &name, const std::function<void(OptimizeOptions &)> &edit,
                                       int merge)
{
    m_workspace.change(
        name, [&](Setup &setup) { edit(setup.options); }, merge);
}

void OptimizeParameters::connectMethod()
{
    connect(m_ui.method, &QComboBox::activated, this, [this] {
        changeOptions(
            tr("Method: %1").arg(m_ui.method->currentText()),
            [this](OptimizeOptions &options) { options.method = m_ui.method->currentData().toString().toStdString(); },
            -1);
    });
    connect(m_ui.iterations, &QSpinBox::valueChanged, this, [this](int limit) {
        changeOptions(
            tr("At most %1 iterations").arg(limit),
            [limit](OptimizeOptions &options) { options.iterations = limit ? std::optional(limit) : std::nullopt; },
            MergeIterations);
    });
    connect(m_ui.rate, &QDoubleSpinBox::valueChanged, this, [this](double rate) {
        changeOptions(
            tr("Learning rate %1").arg(rate), [rate](OptimizeOptions &options) { options.learningRate = rate; },
            MergeRate);
    });
    connect(m_ui.ridge, &QDoubleSpinBox::valueChanged, this, [this](double ridge) {
        changeOptions(
            tr("Ridge %1").arg(ridge),
            [ridge](OptimizeOptions &options) { options.ridge = ridge > 0 ? std::optional(ridge) : std::nullopt; },
            MergeRidge);
    });
    connect(m_ui.limit, &QSpinBox::valueChanged, this, [this](int seconds) {
        changeOptions(
            tr("Time limit %1 s").arg(seconds),
            [seconds](OptimizeOptions &options) {
                options.timeLimitSeconds = seconds ? std::optional<double>(seconds) : std::nullopt;
            },
            MergeLimit);
    });
}

void OptimizeParameters::connectTransport()
{
    connect(m_ui.epsilon, &QDoubleSpinBox::valueChanged, this, [this](double epsilon) {
        changeOptions(
            tr("Sinkhorn ε %1").arg(epsilon), [epsilon](OptimizeOptions &options) { options.epsilon = epsilon; },
            MergeEpsilon);
    });
    connect(m_ui.steps, &QSpinBox::valueChanged, this, [this](int steps) {
        changeOptions(
            tr("%1 Sinkhorn steps").arg(steps),
            [steps](OptimizeOptions &options) { options.sinkhornIterations = steps; }, MergeSteps);
    });
    connect(m_ui.stopError, &QDoubleSpinBox::valueChanged, this, [this](double change) {
        changeOptions(
            tr("Sinkhorn ends below %1").arg(change),
            [change](OptimizeOptions &options) { options.sinkhornTolerance = change; }, MergeStop);
    });
    connect(m_ui.permuted, &QComboBox::activated, this, [this](int index) {
        changeOptions(
            tr("Permute %1").arg(m_ui.permuted->itemText(index)),
            [index](OptimizeOptions &options) { options.permuted = index == 0 ? Side::x : Side::y; }, -1);
    });
    connect(m_ui.warmStart, &QCheckBox::clicked, this, [this](bool on) {
        changeOptions(
            m_ui.warmStart->text(), [on](OptimizeOptions &options) { options.warmStart = on; }, -1);
    });
    connect(m_ui.freeSeeds, &QCheckBox::clicked, this, [this](bool on) {
        changeOptions(
            m_ui.freeSeeds->text(), [on](OptimizeOptions &options) { options.freeSeeds = on; }, -1);
    });
}

void OptimizeParameters::showTransport(const OptimizeOptions &options)
{
    const QSignalBlocker a(m_ui.epsilon), b(m_ui.steps), c(m_ui.stopError);
    m_ui.epsilon->setValue(options.epsilon);
    m_ui.steps->setValue(options.sinkhornIterations);
    m_ui.stopError->setValue(options.sinkhornTolerance);
    m_ui.stopError->setEnabled(options.sinkhornIterations > 1);
    m_ui.permuted->setCurrentIndex(options.permuted == Side::x ? 0 : 1);
    m_ui.warmStart->setChecked(options.warmStart);
    m_ui.freeSeeds->setChecked(options.freeSeeds);
}

/// Only what the method reads is there.
void OptimizeParameters::showFields(const Optimizer &method)
{
    const std::pair<bool, std::vector<QWidget *>> groups[] = {
        {method.readsGroup(ofRate), {m_ui.rate, m_ui.rateLabel}},
        {method.readsGroup(ofRidge), {m_ui.ridge, m_ui.ridgeLabel}},
        {method.readsGroup(ofTransport),
         {m_ui.epsilon, m_ui.epsilonLabel, m_ui.steps, m_ui.stepsLabel, m_ui.stopError, m_ui.stopErrorLabel}},
        {method.readsGroup(ofPublished), {m_ui.permuted, m_ui.permutedLabel, m_ui.warmStart, m_ui.freeSeeds}}};
    for (const auto &[read, widgets] : groups) {
        for (QWidget *widget : widgets)
            widget->setVisible(read);
    }
}

void OptimizeParameters::show()
{
    const OptimizeOptions &options = m_workspace.setup().options;
    const Optimizer *method = findOptimizer(options.method);
    {
        const QSignalBlocker a(m_ui.iterations), b(m_ui.rate), c(m_ui.ridge), d(m_ui.limit);
        m_ui.method->setCurrentIndex(m_ui.method->findData(QString::fromStdString(options.method)));
        if (method) {
            m_ui.about->setText(QString::fromUtf8(method->about));
            m_ui.iterations->setSpecialValueText(tr("%1 (default)").arg(method->defaultIterations));
        }
        m_ui.iterations->setValue(options.iterations.value_or(0));
        m_ui.rate->setValue(options.learningRate);
        m_ui.ridge->setValue(options.ridge.value_or(0));
        m_ui.limit->setValue(static_cast<int>(options.timeLimitSeconds.value_or(0)));
    }
    showTransport(options);
    if (method)
        showFields(*method);
}

} // namespace anchorscope::gui
