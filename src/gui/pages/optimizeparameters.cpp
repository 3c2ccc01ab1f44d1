// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/optimizeparameters.h"

#include "ui_optimizepage.h"

namespace anchorscope::gui {

namespace {

constexpr int firstMerge = 10; ///< of the spin boxes, each of which merges its own steps

/// What a widget says, as valueText() writes it; the special value of a spin box is an absent number.
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

/// “Learning rate: 0.05”, of a step that can be undone.
QString stepName(const Field<OptimizeOptions> &field, const QWidget *widget)
{
    if (const auto *check = qobject_cast<const QCheckBox *>(widget))
        return check->text();
    const auto *list = qobject_cast<const QComboBox *>(widget);
    const auto *spin = qobject_cast<const QAbstractSpinBox *>(widget);
    return QString::fromUtf8(field.label) + ": " + (list ? list->currentText() : spin->text());
}

} // namespace

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
    m_ui.stopError->setEnabled(options.sinkhornIterations > 1);
    m_ui.hintWeight->setEnabled(!options.hints.empty());
}

} // namespace anchorscope::gui
