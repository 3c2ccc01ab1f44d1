// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/stitchingpage.h"

#include "gui/models/stitchmodel.h"
#include "gui/widgets/tableview.h"
#include "gui/repeatcommand.h"
#include "gui/theme.h"
#include "ui_stitchingpage.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr std::array inputs{HeadInput::asIs, HeadInput::l2, HeadInput::standardized};
enum Values { Shares, Counts };

} // namespace

StitchingPage::StitchingPage(Workspace &workspace, ScoreController &scores, const SessionController &session,
                             QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::StitchingPage>()), m_workspace(workspace), m_scores(scores),
      m_session(session), m_model(new StitchModel(workspace, this))
{
    m_ui->setupUi(this);
    for (const HeadMethod &head : headMethods())
        m_ui->head->addItem(QString::fromUtf8(head.label), QString::fromUtf8(head.id));
    for (const HeadInput input : inputs)
        m_ui->input->addItem(QString::fromUtf8(headInputLabel(input)));
    m_ui->values->addItem(tr("share of true class"));
    m_ui->values->addItem(tr("counts"));
    m_ui->table->setModel(m_model);
    dressTable(m_ui->table);
    offerCopies(m_ui->table, *m_model, "stitching.csv");
    m_ui->splitter->setSizes({520, 160});
    m_ui->measure->setIcon(icon("stitching"));
    m_ui->copy->setIcon(icon("copy"));
    m_ui->command->setIcon(icon("terminal"));
    connect(m_ui->command, &QToolButton::clicked, this,
            [this] { copyText(repeatCommand(m_workspace, Workspace::Scoring::Stitching, m_session.sessionPath())); });
    connect(&session, &SessionController::saved, this, &StitchingPage::showState);
    connect(&workspace, &Workspace::modifiedChanged, this, &StitchingPage::showState);
    connectChoices();
    connect(&scores, &ScoreController::stateChanged, this, &StitchingPage::showState);
    connect(&workspace, &Workspace::stitchingChanged, this, &StitchingPage::showResult);
    showResult();
}

StitchingPage::~StitchingPage() = default;

void StitchingPage::connectChoices()
{
    connect(m_ui->measure, &QPushButton::clicked, &m_scores, &ScoreController::measureStitching);
    connect(m_ui->copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_ui->head, &QComboBox::activated, this, [this] {
        m_workspace.change(tr("Head: %1").arg(m_ui->head->currentText()),
                           [this](Setup &setup) { setup.head = m_ui->head->currentData().toString().toStdString(); });
    });
    connect(m_ui->input, &QComboBox::activated, this, [this](int row) {
        m_workspace.change(tr("Input of the head: %1").arg(m_ui->input->currentText()),
                           [row](Setup &setup) { setup.headInput = inputs[static_cast<std::size_t>(row)]; });
    });
    connect(m_ui->representation, &QComboBox::currentIndexChanged, this, &StitchingPage::showMaps);
    connect(m_ui->values, &QComboBox::currentIndexChanged, this, &StitchingPage::showMaps);
}

void StitchingPage::showState()
{
    const Setup &setup = m_workspace.setup();
    m_ui->head->setCurrentIndex(m_ui->head->findData(QString::fromStdString(setup.head)));
    m_ui->input->setCurrentIndex(
        static_cast<int>(std::find(inputs.begin(), inputs.end(), setup.headInput) - inputs.begin()));
    const StitchingResult &result = m_workspace.stitching();
    const QString obstacle = m_scores.stitchingObstacle();
    m_ui->measure->setEnabled(obstacle.isEmpty() && !m_scores.measuringStitching());
    QString note;
    if (m_scores.measuringStitching())
        note = tr("Training and testing…");
    else if (!obstacle.isEmpty())
        note = obstacle;
    else if (result.empty())
        note =
            tr("Not measured yet. A classifier is trained on one space's relative vectors and tested on the other's.");
    else if (!m_workspace.isStitchingCurrent())
        note = tr("Out of date: seeds, anchors or parameters have changed since this was measured.");
    m_ui->note->setText(note);
    m_ui->note->setVisible(!note.isEmpty());
    m_ui->provenance->setText(
        result.empty() ? QString() : tr("%1 test items").arg(result.testItems) + " · " + result.provenance.text());
    m_ui->copy->setEnabled(!result.empty());
    const bool saved = !m_session.sessionPath().isEmpty() && !m_workspace.isModified();
    m_ui->command->setEnabled(!result.empty() && saved);
    m_ui->command->setToolTip(saved ? tr("Copy the command that repeats this measurement")
                                    : tr("Save the session, then copy the command that repeats this measurement"));
    m_ui->splitter->setVisible(!result.empty());
}

void StitchingPage::showResult()
{
    {
        const QSignalBlocker block(m_ui->representation);
        const QString chosen = m_ui->representation->currentData().toString();
        m_ui->representation->clear();
        for (const StitchRow &row : m_workspace.stitching().rows) {
            if (row.possible)
                m_ui->representation->addItem(representationLabel(row.representation),
                                              QString::fromStdString(row.representation));
        }
        const int before = m_ui->representation->findData(chosen.isEmpty() ? QString("AO continuous") : chosen);
        m_ui->representation->setCurrentIndex(std::max(before, 0));
    }
    showState();
    showMaps();
}

void StitchingPage::showMaps()
{
    const StitchingResult &result = m_workspace.stitching();
    const std::string wanted = m_ui->representation->currentData().toString().toStdString();
    const auto row = std::find_if(result.rows.begin(), result.rows.end(),
                                  [&](const StitchRow &candidate) { return candidate.representation == wanted; });
    if (row == result.rows.end())
        return;
    QStringList classes;
    for (const std::string &name : result.classes)
        classes << QString::fromStdString(name);
    const bool shares = m_ui->values->currentIndex() == Shares;
    double highest = 1;
    if (!shares) {
        for (const StitchScores &cell : row->cells)
            highest = std::max(highest, static_cast<double>(cell.scores.confusion.maxCoeff()));
    }
    for (const StitchScores &cell : row->cells) {
        HeatMapView *map = cell.trainSpace == 'x' ? (cell.testSpace == 'x' ? m_ui->mapXX : m_ui->mapXY)
                                                  : (cell.testSpace == 'x' ? m_ui->mapYX : m_ui->mapYY);
        Eigen::MatrixXd values = cell.scores.confusion.cast<double>();
        for (Index i = 0; shares && i < values.rows(); ++i)
            values.row(i) /= std::max(1.0, values.row(i).sum());
        map->setRange(0, highest, shares ? tr("share") : tr("items"));
        map->setMatrix(values, classes, classes);
        map->setTitles(tr("%1 → %2  accuracy %3 · F1 %4")
                           .arg(QChar(cell.trainSpace).toUpper())
                           .arg(QChar(cell.testSpace).toUpper())
                           .arg(cell.scores.accuracy, 0, 'f', 2)
                           .arg(cell.scores.weightedF1, 0, 'f', 2),
                       tr("true class"), tr("predicted class"));
    }
}

} // namespace anchorscope::gui
