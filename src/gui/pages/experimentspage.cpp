// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/experimentspage.h"

#include "gui/models/outcomemodel.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/tableview.h"
#include "ui_experimentspage.h"

#include <QHeaderView>

#include <algorithm>
#include <array>
#include <utility>

namespace anchorscope::gui {

namespace {

constexpr std::array completions{Completion::none, Completion::completed, Completion::polar}; ///< as listed
constexpr std::array linkages{Linkage::average, Linkage::ward};
constexpr Index seedsOfVerdicts = 15; ///< as a new run has by default
constexpr int mergeLeast = 41;

} // namespace

ExperimentsPage::ExperimentsPage(Workspace &workspace, ExperimentController &controller, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::ExperimentsPage>()), m_workspace(workspace), m_controller(controller)
{
    m_ui->setupUi(this);
    inLines(m_ui->tools, m_ui->layout);
    inLines(m_ui->choices, m_ui->layout);
    for (const Experiment &each : experiments())
        m_ui->experiment->addItem(QString::fromUtf8(each.label), QString::fromUtf8(each.id));
    m_ui->run->setIcon(icon("play"));
    m_ui->stop->setIcon(icon("stop"));
    m_ui->exportPicture->setIcon(icon("export"));
    m_ui->exportTable->setIcon(icon("save"));
    dressTable(m_ui->table, {}); // its columns come with the result
    m_ui->table->setWordWrap(true);
    m_ui->splitter->setSizes({360, 300});
    connect(m_ui->experiment, &QComboBox::currentIndexChanged, this, &ExperimentsPage::showOutcome);
    connect(m_ui->run, &QPushButton::clicked, this,
            [this] { m_controller.start(experiment(), m_ui->repeats->value()); });
    connect(m_ui->stop, &QPushButton::clicked, &controller, &ExperimentController::stop);
    connect(m_ui->repeats, &QSpinBox::valueChanged, this, &ExperimentsPage::showState);
    connectChoices();
    connect(m_ui->picture, &QComboBox::currentIndexChanged, this, &ExperimentsPage::showPicture);
    connect(m_ui->exportPicture, &QToolButton::clicked, this, &ExperimentsPage::exportPicture);
    connect(m_ui->exportTable, &QToolButton::clicked, this, [this] {
        if (const auto *model = qobject_cast<OutcomeModel *>(m_ui->table->model()))
            writeTable(this, *model, m_outcome->id + ".csv");
    });
    connect(m_ui->view, &PictureView::cellClicked, this, [this](int row, int column) {
        const OutcomePicture &picture = m_outcome->pictures[static_cast<std::size_t>(m_ui->picture->currentIndex())];
        if (picture.spaces && row != column)
            Q_EMIT pairRequested(picture.rows[row], picture.columns[column]);
    });
    connect(&controller, &ExperimentController::stateChanged, this, [this] {
        const Experiment *before = std::exchange(m_running, m_controller.runningExperiment());
        if (m_running && m_running != before) // a lesson may have started another one than is chosen
            m_ui->experiment->setCurrentIndex(m_ui->experiment->findData(QString::fromUtf8(m_running->id)));
        showOutcome();
    });
    connect(&workspace, &Workspace::setupChanged, this, &ExperimentsPage::showState);
    showOutcome();
}

ExperimentsPage::~ExperimentsPage() = default;

const Experiment &ExperimentsPage::experiment() const
{
    return experiments()[static_cast<std::size_t>(std::max(0, m_ui->experiment->currentIndex()))];
}

void ExperimentsPage::connectChoices()
{
    connect(m_ui->choice, &QComboBox::activated, this, [this](int row) {
        const std::string_view id = experiment().id;
        const QString name = QString("%1: %2").arg(m_ui->choiceLabel->text().remove('&'), m_ui->choice->currentText());
        m_workspace.change(name, [row, id](Setup &setup) {
            if (id == "translation")
                setup.experiments.completion = completions[static_cast<std::size_t>(row)];
            else if (id == "pairs")
                setup.experiments.verdictSeeds = row > 0 ? seedsOfVerdicts : 0;
            else
                setup.experiments.linkage = linkages[static_cast<std::size_t>(row)];
        });
    });
    connect(m_ui->groups, &QCheckBox::toggled, this, [this](bool within) {
        m_workspace.change(within ? tr("Correlation within groups") : tr("Correlation of all spaces"),
                           [within](Setup &setup) { setup.experiments.proxyGroups = within; });
    });
    connect(m_ui->least, &QDoubleSpinBox::valueChanged, this, [this](double least) {
        m_workspace.change(
            tr("Accuracy from %1").arg(least), [least](Setup &setup) { setup.experiments.proxyMinAccuracy = least; },
            mergeLeast);
    });
}

/// What only the chosen experiment reads.
void ExperimentsPage::showChoices()
{
    const std::string_view id = experiment().id;
    const bool translation = id == "translation", quantization = id == "quantization", proxy = id == "proxy";
    const bool pairs = id == "pairs";
    const ExperimentChoices &choices = m_workspace.setup().experiments;
    m_ui->choiceLabel->setVisible(translation || quantization || pairs);
    m_ui->choice->setVisible(translation || quantization || pairs);
    for (QWidget *each : {static_cast<QWidget *>(m_ui->groups), static_cast<QWidget *>(m_ui->leastLabel),
                          static_cast<QWidget *>(m_ui->least)})
        each->setVisible(proxy);
    const QSignalBlocker blockGroups(m_ui->groups), blockLeast(m_ui->least);
    m_ui->groups->setChecked(choices.proxyGroups);
    m_ui->least->setValue(choices.proxyMinAccuracy);
    m_ui->choice->clear();
    if (translation) {
        m_ui->choiceLabel->setText(tr("&Completion"));
        m_ui->choice->setToolTip(tr("How the ω × δ maps are completed from the mean map T of the subspaces"));
        m_ui->choice->addItems({tr("none: T"), tr("completed: pseudo-inverse of Tᵀ"), tr("polar: its rotation")});
        m_ui->choice->setCurrentIndex(
            static_cast<int>(std::ranges::find(completions, choices.completion) - completions.begin()));
    } else if (quantization) {
        m_ui->choiceLabel->setText(tr("&Linkage"));
        m_ui->choice->setToolTip(tr("Distance between two clusters; the paper does not specify it"));
        m_ui->choice->addItems({tr("average cosine distance"), tr("Ward, as in the published code")});
        m_ui->choice->setCurrentIndex(
            static_cast<int>(std::ranges::find(linkages, choices.linkage) - linkages.begin()));
    } else if (pairs) {
        m_ui->choiceLabel->setText(tr("&Verdicts"));
        m_ui->choice->setToolTip(tr("Also align every pair of spaces from a few known pairs with the default method "
                                    "and report the verdict (slow)"));
        m_ui->choice->addItems({tr("none"), tr("from %1 known pairs each").arg(seedsOfVerdicts)});
        m_ui->choice->setCurrentIndex(choices.verdictSeeds > 0 ? 1 : 0);
    }
}

void ExperimentsPage::showState()
{
    showChoices();
    const QString obstacle = m_controller.obstacle(experiment());
    const QString about = QString::fromUtf8(experiment().about), papers = QString::fromUtf8(experiment().papers);
    m_ui->about->setText(papers.isEmpty() ? about : about + " (" + papers + ')');
    m_ui->run->setEnabled(obstacle.isEmpty() && !m_controller.running());
    const bool goesOn = obstacle.isEmpty() && m_controller.canContinue(experiment(), m_ui->repeats->value());
    m_ui->run->setText(goesOn ? tr("Co&ntinue") : tr("R&un"));
    m_ui->run->setToolTip(goesOn ? tr("Measure the repeats that are still missing")
                                 : tr("Run the experiment in the background"));
    m_ui->stop->setEnabled(m_controller.running());
    QString note = obstacle;
    if (m_controller.runningExperiment() == &experiment())
        note = tr("Running; progress is shown below.");
    else if (m_controller.running())
        note = tr("“%1” is running; only one experiment can run at a time.")
                   .arg(QString::fromUtf8(m_controller.runningExperiment()->label));
    else if (goesOn && !m_outcome->complete)
        note = tr("Stopped. Press Continue to measure the missing repeats.");
    else if (m_outcome && !m_outcome->summary.isEmpty())
        note = m_outcome->summary;
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
            auto *model = new OutcomeModel(m_outcome, this);
            m_ui->table->setModel(model);
            const int lines = model->hasDeviations() ? 2 : 1;
            m_ui->table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * lines + 8);
            for (int column = 0; column < m_outcome->columns.size() && !m_outcome->columns[column].number; ++column)
                fitNames(m_ui->table, column, lines);
            offerCopies(m_ui->table, *model, m_outcome->id + ".csv");
        } else {
            m_ui->table->setModel(nullptr);
        }
        delete old;
        const QSignalBlocker block(m_ui->picture);
        const int shown = m_ui->picture->currentIndex();
        m_ui->picture->clear();
        if (m_outcome) {
            for (const OutcomePicture &picture : m_outcome->pictures)
                m_ui->picture->addItem(picture.title);
            // A result that grows while it is looked at keeps its picture.
            m_ui->picture->setCurrentIndex(std::clamp(shown, 0, std::max(0, m_ui->picture->count() - 1)));
        }
        m_ui->picture->setEnabled(m_ui->picture->count() > 0);
    }
    m_ui->table->setVisible(m_outcome != nullptr);
    showState();
    showPicture();
}

void ExperimentsPage::showPicture()
{
    const int index = m_ui->picture->currentIndex();
    if (m_outcome && index >= 0)
        m_ui->view->showPicture(m_outcome->pictures[static_cast<std::size_t>(index)]);
    else
        m_ui->view->clear(m_controller.runningExperiment() == &experiment() ? tr("The first repeat is being measured.")
                                                                            : tr("Not run yet."));
    m_ui->exportPicture->setEnabled(m_outcome != nullptr);
}

void ExperimentsPage::exportPicture()
{
    const QString path = askWhereToWritePlot(this, m_outcome->id);
    if (path.isEmpty())
        return;
    if (const Status written = exportPlot(*m_ui->view->plot(), path, {}); !written)
        m_ui->note->setText(shownText(QString::fromStdString(written.error().text())));
    m_ui->note->setVisible(!m_ui->note->text().isEmpty());
}

} // namespace anchorscope::gui
