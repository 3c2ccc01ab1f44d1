// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/experimentspage.h"

#include "gui/models/resulttablemodel.h"
#include "gui/style/flowlayout.h"
#include "gui/style/pagearea.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/tableview.h"
#include "ui_experimentspage.h"

#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>

#include <algorithm>
#include <functional>
#include <utility>

namespace anchorscope::gui {

namespace {

/// Id of undo steps for options of experiments; consecutive steps are merged.
constexpr int mergeChoice = 41;
constexpr auto takenMnemonics = "xpustwcn"; ///< mnemonic letters that the .ui form uses

/// Adds a mnemonic letter that no other control uses.
QString withMnemonic(QString label)
{
    for (qsizetype i = 0; i < label.size(); ++i) {
        if (label[i].isLetter() && !QString(takenMnemonics).contains(label[i].toLower()))
            return label.insert(i, '&');
    }
    return label;
}

/// Spin box for a share or a count; the smallest count means “none”.
QWidget *numberControl(const Option &option, const std::function<void(const std::string &, const QString &)> &change)
{
    if (std::holds_alternative<double *>(option.value)) {
        auto *box = new QDoubleSpinBox;
        box->setRange(std::max(option.min, 0.0), std::min(option.max, 1.0));
        box->setSingleStep(0.05);
        box->setKeyboardTracking(false);
        QObject::connect(box, &QDoubleSpinBox::valueChanged, box,
                         [change, box](double value) { change(valueText(value), box->text()); });
        return box;
    }
    auto *box = new QSpinBox;
    box->setRange(static_cast<int>(option.min) - 1, static_cast<int>(option.max));
    box->setSpecialValueText(QSpinBox::tr("none"));
    box->setSingleStep(5);
    box->setKeyboardTracking(false);
    QObject::connect(box, &QSpinBox::valueChanged, box,
                     [change, box](int value) { change(valueText(value), box->text()); });
    return box;
}

} // namespace

ExperimentsPage::ExperimentsPage(Workspace &workspace, ExperimentController &controller, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::ExperimentsPage>()), m_workspace(workspace), m_controller(controller)
{
    m_ui->setupUi(this);
    inLines(m_ui->tools, m_ui->layout);
    makeChoices();
    inLines(m_ui->choices, m_ui->layout);
    for (const Experiment &each : experiments())
        m_ui->experiment->addItem(QString::fromUtf8(each.label), QString::fromUtf8(each.id));
    m_ui->run->setIcon(icon("play"));
    m_ui->stop->setIcon(icon("stop"));
    m_ui->exportImage->setIcon(icon("export"));
    m_ui->exportTable->setIcon(icon("save"));
    configureTable(m_ui->table, {}); // no columns yet, because they depend on the result
    m_ui->table->setWordWrap(true);
    m_ui->splitter->setSizes({360, 300});
    connect(m_ui->experiment, &QComboBox::currentIndexChanged, this, &ExperimentsPage::showOutcome);
    connect(m_ui->run, &QPushButton::clicked, this,
            [this] { m_controller.start(experiment(), m_ui->repeats->value()); });
    connect(m_ui->stop, &QPushButton::clicked, &controller, &ExperimentController::stop);
    connect(m_ui->repeats, &QSpinBox::valueChanged, this, &ExperimentsPage::showState);
    connect(m_ui->plot, &QComboBox::currentIndexChanged, this, &ExperimentsPage::showPlot);
    connect(m_ui->exportImage, &QToolButton::clicked, this, &ExperimentsPage::exportImage);
    connect(m_ui->exportTable, &QToolButton::clicked, this, [this] {
        if (const auto *model = qobject_cast<ResultTableModel *>(m_ui->table->model()))
            writeTable(this, *model, m_outcome->id + ".csv");
    });
    connect(m_ui->view, &ResultPlotView::cellClicked, this, [this](int row, int column) {
        const auto index = static_cast<std::size_t>(m_ui->plot->currentIndex());
        const ResultPlot &plot = m_outcome->shown.plots[index];
        if (plot.ofSpaces && row != column)
            Q_EMIT pairRequested(QString::fromStdString(plot.rows[static_cast<std::size_t>(row)]),
                                 QString::fromStdString(plot.columns[static_cast<std::size_t>(column)]));
    });
    connect(&controller, &ExperimentController::stateChanged, this, [this] {
        const Experiment *before = std::exchange(m_running, m_controller.runningExperiment());
        // Chooses an experiment that has started, because a lesson may start one that is not chosen.
        if (m_running && m_running != before)
            m_ui->experiment->setCurrentIndex(m_ui->experiment->findData(QString::fromUtf8(m_running->id)));
        showOutcome();
    });
    connect(&workspace, &Workspace::setupChanged, this, &ExperimentsPage::showState);
    showOutcome();
}

ExperimentsPage::~ExperimentsPage() = default;

void ExperimentsPage::setPlotsOnly(bool only)
{
    m_plotsOnly = only;
    for (QLabel *text : {m_ui->about, m_ui->provenance})
        text->setHidden(only);
    fillHeight(*m_ui->splitter, only);
    showOutcome();
}

const Experiment &ExperimentsPage::experiment() const
{
    return experiments()[static_cast<std::size_t>(std::max(0, m_ui->experiment->currentIndex()))];
}

void ExperimentsPage::makeChoices()
{
    QWidget *before = m_ui->stop;
    for (const Experiment &experiment : experiments()) {
        std::any options = experiment.makeOptions({});
        for (const Option &option : experiment.ownOptions(options)) {
            if (*option.oldId == 0)
                continue;
            Choice &choice = m_choices.emplace_back(Choice{&experiment, option.oldId});
            makeControl(choice, option);
            choice.control->setObjectName(option.id);
            choice.control->setToolTip(tr(option.about));
            choice.control->setAccessibleName(tr(option.label));
            if (choice.label) {
                choice.label->setBuddy(choice.control);
                m_ui->choices->addWidget(choice.label);
            }
            m_ui->choices->addWidget(choice.control);
            setTabOrder(before, choice.control);
            before = choice.control;
        }
    }
}

void ExperimentsPage::makeControl(Choice &choice, const Option &option)
{
    const QString label = withMnemonic(tr(option.label));
    const auto change = [this, key = choice.key, experiment = choice.experiment,
                         label = tr(option.label)](const std::string &text, const QString &shown, int merge = -1) {
        m_workspace.change(
            shown.isEmpty() ? label : QString("%1: %2").arg(label, shown),
            [=](Setup &setup) { choose(setup.experiments, *experiment, key, text); }, merge);
    };
    if (std::holds_alternative<bool *>(option.value)) {
        auto *box = new QCheckBox(label);
        connect(box, &QCheckBox::toggled, this, [change](bool on) { change(valueText(on), {}); });
        choice.control = box;
        return;
    }
    choice.label = new QLabel(label);
    if (std::holds_alternative<std::vector<Index> *>(option.value) ||
        std::holds_alternative<std::vector<std::string> *>(option.value)) {
        auto *line = new QLineEdit;
        connect(line, &QLineEdit::editingFinished, this, [this, change, line] {
            change(line->text().remove(' ').toStdString(), line->text());
            showChoices(); // restores the previous text if the typed one is invalid
        });
        choice.control = line;
        return;
    }
    if (const auto *variants = std::get_if<EnumReference>(&option.value)) {
        auto *box = new QComboBox;
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(12);
        for (const FieldChoice &each : variants->choices)
            box->addItem(tr(each.label ? each.label : each.id), QString(each.id));
        connect(box, &QComboBox::activated, this,
                [change, box] { change(box->currentData().toString().toStdString(), box->currentText()); });
        choice.control = box;
    } else {
        choice.control = numberControl(
            option, [change](const std::string &text, const QString &shown) { change(text, shown, mergeChoice); });
    }
}

void ExperimentsPage::showChoices()
{
    std::any options = experimentOptions(experiment(), {}, m_workspace.setup().experiments);
    const std::vector<Option> own = experiment().ownOptions(options);
    for (const Choice &choice : m_choices) {
        const bool isShown = choice.experiment == &experiment() && !m_plotsOnly;
        choice.control->setVisible(isShown);
        if (choice.label)
            choice.label->setVisible(isShown);
        const auto option = std::ranges::find(own, choice.key, &Option::oldId);
        if (!isShown || option == own.end())
            continue;
        const QSignalBlocker block(choice.control);
        const QString text = QString::fromStdString(valueText(*option));
        if (auto *box = qobject_cast<QCheckBox *>(choice.control))
            box->setChecked(text == "1");
        else if (auto *variants = qobject_cast<QComboBox *>(choice.control))
            variants->setCurrentIndex(variants->findData(text));
        else if (auto *number = qobject_cast<QDoubleSpinBox *>(choice.control))
            number->setValue(text.toDouble());
        else if (auto *line = qobject_cast<QLineEdit *>(choice.control)) {
            line->setText(text);
            line->setCursorPosition(0); // shows the beginning of a long text
        } else if (auto *count = qobject_cast<QSpinBox *>(choice.control))
            count->setValue(text.toInt());
    }
}

void ExperimentsPage::showState()
{
    showChoices();
    const QString obstacle = m_controller.obstacle(experiment());
    m_ui->about->setText(QString::fromUtf8(experiment().about));
    m_ui->about->setToolTip(QString::fromUtf8(experiment().papers));
    m_ui->run->setEnabled(obstacle.isEmpty() && !m_controller.running());
    const bool canContinue = obstacle.isEmpty() && m_controller.canContinue(experiment(), m_ui->repeats->value());
    m_ui->run->setText(canContinue ? tr("Co&ntinue") : tr("R&un"));
    m_ui->run->setToolTip(canContinue ? tr("Measure the repeats that are still missing")
                                      : tr("Run the experiment in the background"));
    m_ui->stop->setEnabled(m_controller.running());
    QString note = obstacle;
    if (m_controller.isRunningHere(experiment()))
        note = tr("Running; progress is shown below.");
    else if (m_controller.isRunningElsewhere())
        note = tr("“%1” is running for %2; only one experiment can run at a time.")
                   .arg(QString::fromUtf8(m_controller.runningExperiment()->label), m_controller.runningComparison());
    else if (m_controller.running())
        note = tr("“%1” is running; only one experiment can run at a time.")
                   .arg(QString::fromUtf8(m_controller.runningExperiment()->label));
    else if (canContinue && !m_outcome->complete)
        note = tr("Stopped. Press Continue to measure the missing repeats.");
    else if (m_outcome && !m_outcome->shown.summary.empty())
        note = QString::fromStdString(m_outcome->shown.summary);
    m_ui->note->setText(shownText(note, longestText));
    m_ui->note->setVisible(!note.isEmpty());
    m_ui->provenance->setText(m_outcome ? m_outcome->provenance : QString());
    m_ui->exportTable->setEnabled(m_outcome != nullptr);
}

void ExperimentsPage::showOutcome()
{
    const auto outcome = m_controller.outcome(experiment());
    if (outcome != m_outcome || !m_ui->table->model()) {
        m_outcome = outcome;
        QAbstractItemModel *old = m_ui->table->model();
        qDeleteAll(m_ui->table->actions());
        if (m_outcome) {
            auto *model = new ResultTableModel(m_outcome->table(), this);
            m_ui->table->setModel(model);
            const int lines = model->hasDeviations() ? 2 : 1;
            const std::vector<ResultColumn> &columns = m_outcome->table().columns;
            m_ui->table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * lines + 8);
            for (std::size_t column = 0; column < columns.size() && !columns[column].isNumber; ++column)
                fitNames(m_ui->table, static_cast<int>(column), lines);
            offerCopies(m_ui->table, *model, m_outcome->id + ".csv");
        } else {
            m_ui->table->setModel(nullptr);
        }
        delete old;
        const QSignalBlocker block(m_ui->plot);
        const int shown = m_ui->plot->currentIndex();
        m_ui->plot->clear();
        if (m_outcome) {
            for (const ResultPlot &plot : m_outcome->shown.plots)
                m_ui->plot->addItem(tr(plot.title.c_str()));
            // The plot that the user chose stays visible when an experiment adds plots.
            m_ui->plot->setCurrentIndex(std::clamp(shown, 0, std::max(0, m_ui->plot->count() - 1)));
        }
        m_ui->plot->setEnabled(m_ui->plot->count() > 0);
    }
    m_ui->table->setVisible(m_outcome && !m_plotsOnly);
    showState();
    showPlot();
}

void ExperimentsPage::showPlot()
{
    const int index = m_ui->plot->currentIndex();
    if (m_outcome && index >= 0)
        m_ui->view->showPlot(m_outcome->shown.plots[static_cast<std::size_t>(index)]);
    else
        m_ui->view->clear(m_controller.isRunningHere(experiment()) ? tr("The first repeat is being measured.")
                                                                   : tr("Not run yet."));
    m_ui->exportImage->setEnabled(m_outcome != nullptr);
}

void ExperimentsPage::exportImage()
{
    const QString path = askWhereToWritePlot(this, m_outcome->id);
    if (path.isEmpty())
        return;
    if (const Status written = exportPlot(*m_ui->view->plot(), path, {}); !written)
        m_ui->note->setText(shownText(QString::fromStdString(written.error().text())));
    m_ui->note->setVisible(!m_ui->note->text().isEmpty());
}

} // namespace anchorscope::gui
