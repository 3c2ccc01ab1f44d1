// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/stitchingpage.h"

#include "gui/display/itemtext.h"
#include "gui/display/labels.h"
#include "gui/display/repeatcommand.h"
#include "gui/display/scoretables.h"
#include "gui/models/resulttablemodel.h"
#include "gui/state/selection.h"
#include "gui/style/flowlayout.h"
#include "gui/style/pagearea.h"
#include "gui/style/theme.h"
#include "gui/widgets/methodbutton.h"
#include "gui/widgets/scorestate.h"
#include "gui/widgets/tableview.h"
#include "ui_stitchingpage.h"

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr std::array inputs{HeadInput::asIs, HeadInput::l2, HeadInput::standardized};
enum Values { Shares, Counts, Differences };
constexpr std::array<std::pair<Side, Side>, 4> sidesOfCells{
    {{Side::x, Side::x}, {Side::x, Side::y}, {Side::y, Side::x}, {Side::y, Side::y}}};

/// Shares of a confusion matrix: each row divided by its sum.
Eigen::MatrixXd sharesOf(const Eigen::MatrixXi &counts)
{
    Eigen::MatrixXd shares = counts.cast<double>();
    for (Index i = 0; i < shares.rows(); ++i)
        shares.row(i) /= std::max(1.0, shares.row(i).sum());
    return shares;
}

/// Cost of stitching: shares of a head, minus those of the head that was trained on the space in which both are tested.
Eigen::MatrixXd changeOf(const StitchScores &cell, const StitchRow &row)
{
    Eigen::MatrixXd change = sharesOf(cell.scores.confusion);
    for (const StitchScores &own : row.cells) {
        if (own.trainSpace == cell.testSpace && own.testSpace == cell.testSpace)
            change -= sharesOf(own.scores.confusion);
    }
    return change;
}

} // namespace

StitchingPage::StitchingPage(Workspace &workspace, Selection &selection, ScoreController &scores,
                             const SessionController &session, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::StitchingPage>()), m_workspace(workspace), m_selection(selection),
      m_scores(scores), m_session(session), m_model(new ResultTableModel(stitchingTable(workspace), this))
{
    m_ui->setupUi(this);
    for (const HeadMethod &head : headMethods())
        m_ui->head->addItem(QString::fromUtf8(head.label), QString::fromUtf8(head.id));
    for (const HeadInput input : inputs)
        m_ui->input->addItem(QString::fromUtf8(headInputLabel(input)));
    auto *methods = new MethodButton(workspace);
    m_ui->tools->addWidget(methods);
    inLines(m_ui->tools, m_ui->layout);
    setTabOrder(m_ui->command, methods);
    m_ui->values->addItem(tr("share of true class"));
    m_ui->values->addItem(tr("counts"));
    m_ui->values->addItem(tr("difference due to stitching"));
    m_ui->table->setModel(m_model);
    configureTable(m_ui->table);
    offerCopies(m_ui->table, *m_model, "stitching.csv");
    m_ui->splitter->setSizes({520, 160});
    QWidget *before = m_ui->command;
    for (const auto &[trained, tested] : sidesOfCells) {
        HeatMapView *map = mapOf(trained, tested);
        map->setAccessibleName(
            tr("Confusion matrix, vectors of %1, classifier of %2").arg(sideLabel(tested), sideLabel(trained)));
        setTabOrder(before, map);
        before = map;
    }
    setTabOrder(before, m_ui->table);
    m_ui->measure->setIcon(icon("stitching"));
    m_ui->copy->setIcon(icon("copy"));
    m_ui->command->setIcon(icon("terminal"));
    connect(m_ui->command, &QToolButton::clicked, this, [this] { copyText(command()); });
    connect(&session, &SessionController::saved, this, &StitchingPage::showState);
    connect(&workspace, &Workspace::modifiedChanged, this, &StitchingPage::showState);
    connectChoices();
    connect(&scores, &ScoreController::stateChanged, this, &StitchingPage::showState);
    connect(&workspace, &Workspace::stitchingChanged, this, &StitchingPage::showResult);
    // Queued, so that the call comes after an opened session has set its scores, which are then not measured again.
    connect(&workspace, &Workspace::runsChanged, this, &StitchingPage::measureIfSeen, Qt::QueuedConnection);
    showResult();
}

StitchingPage::~StitchingPage() = default;

void StitchingPage::setActive(bool active)
{
    m_active = active;
    measureIfSeen();
}

void StitchingPage::setPlotsOnly(bool only)
{
    m_ui->maps->setRows(only ? 1 : 2);
    fillHeight(*m_ui->splitter, only);
    for (QWidget *other : {static_cast<QWidget *>(m_ui->headLabel), static_cast<QWidget *>(m_ui->head),
                           static_cast<QWidget *>(m_ui->inputLabel), static_cast<QWidget *>(m_ui->input),
                           static_cast<QWidget *>(m_ui->table), static_cast<QWidget *>(m_ui->provenance)})
        other->setHidden(only);
}

/// Measures only while the page is in front: training the heads takes longer than the verdict.
void StitchingPage::measureIfSeen()
{
    if (m_active && m_workspace.chosenRun() && m_workspace.isModified() && !m_workspace.isStitchingCurrent() &&
        !m_scores.measuringStitching() && m_scores.stitchingObstacle().isEmpty())
        m_scores.measureStitching();
}

void StitchingPage::showMethod(const std::string &representation)
{
    m_shown = representation;
    showResult();
}

void StitchingPage::connectChoices()
{
    connect(m_ui->measure, &QPushButton::clicked, &m_scores, &ScoreController::measureStitching);
    connect(m_ui->copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_ui->head, &QComboBox::activated, this, [this] {
        m_workspace.change(tr("Head: %1").arg(m_ui->head->currentText()), [this](Setup &setup) {
            setup.stitching.head = m_ui->head->currentData().toString().toStdString();
        });
    });
    connect(m_ui->input, &QComboBox::activated, this, [this](int row) {
        m_workspace.change(tr("Input of the head: %1").arg(m_ui->input->currentText()),
                           [row](Setup &setup) { setup.stitching.input = inputs[static_cast<std::size_t>(row)]; });
    });
    connect(m_ui->representation, &QComboBox::currentIndexChanged, this, &StitchingPage::showMaps);
    connect(m_ui->representation, &QComboBox::activated, this,
            [this] { m_shown = m_ui->representation->currentData().toString().toStdString(); });
    connect(m_ui->values, &QComboBox::currentIndexChanged, this, &StitchingPage::showMaps);
    for (const auto &[trained, tested] : sidesOfCells) {
        connect(mapOf(trained, tested), &HeatMapView::cellClicked, this,
                [this, from = trained, to = tested](int row, int column) { selectCell(from, to, row, column); });
    }
}

void StitchingPage::showState()
{
    const Setup &setup = m_workspace.setup();
    m_ui->head->setCurrentIndex(m_ui->head->findData(QString::fromStdString(setup.stitching.head)));
    m_ui->input->setCurrentIndex(
        static_cast<int>(std::find(inputs.begin(), inputs.end(), setup.stitching.input) - inputs.begin()));
    const StitchingResult &result = m_workspace.stitching();
    ScoreState state;
    state.obstacle = m_scores.stitchingObstacle();
    state.busyNote = tr("Measuring stitching: a classifier is trained and tested…");
    state.emptyNote =
        tr("Not measured yet. A classifier is trained on one space's relative vectors and tested on the other's.");
    state.measuring = m_scores.measuringStitching();
    state.measured = !result.empty();
    state.current = state.measured && m_workspace.isStitchingCurrent();
    state.provenance = tr("%1 test items").arg(countText(result.testItems)) + " · " +
                       m_workspace.pair().text(result.provenance) + notesText(result.notes);
    state.repeatable = state.current && !command().isEmpty();
    showScoreState({m_ui->measure, m_ui->note, m_ui->provenance, m_ui->copy, m_ui->command}, state);
    m_ui->splitter->setVisible(!result.empty());
    mapOf(Side::x, Side::x)
        ->setMessage(state.measuring ? state.busyNote : QString()); // in a presentation, without note
    for (QComboBox *choice : {m_ui->representation, m_ui->values})
        choice->setEnabled(!result.empty());
}

void StitchingPage::showResult()
{
    m_model->setTable(stitchingTable(m_workspace));
    {
        const QSignalBlocker block(m_ui->representation);
        m_ui->representation->clear();
        for (const StitchRow &row : m_workspace.stitching().rows) {
            if (row.possible)
                m_ui->representation->addItem(representationLabel(row.representation),
                                              QString::fromStdString(row.representation));
        }
        const int before = m_ui->representation->findData(QString::fromStdString(m_shown));
        m_ui->representation->setCurrentIndex(std::max(before, 0));
    }
    showState();
    showMaps();
}

QString StitchingPage::command() const
{
    const bool saved = !m_session.sessionPath().isEmpty() && !m_workspace.isModified();
    return repeatCommand(m_workspace, Repeat::Stitching, saved ? m_session.sessionPath() : QString());
}

HeatMapView *StitchingPage::mapOf(Side trained, Side tested) const
{
    return m_ui->maps->map(trained == Side::y, tested == Side::y);
}

const StitchRow *StitchingPage::shownRow() const
{
    const auto &rows = m_workspace.stitching().rows;
    const std::string shownId = m_ui->representation->currentData().toString().toStdString();
    const auto row = std::find_if(rows.begin(), rows.end(),
                                  [&](const StitchRow &candidate) { return candidate.representation == shownId; });
    return row == rows.end() ? nullptr : &*row;
}

void StitchingPage::showMaps()
{
    const StitchRow *row = shownRow();
    if (!row)
        return;
    const int shown = m_ui->values->currentIndex();
    double highest = shown == Shares ? 1 : 0;
    for (const StitchScores &cell : row->cells) {
        if (shown == Counts)
            highest = std::max(highest, static_cast<double>(cell.scores.confusion.maxCoeff()));
        else if (shown == Differences && cell.trainSpace != cell.testSpace)
            highest = std::max(highest, std::ceil(20 * changeOf(cell, *row).cwiseAbs().maxCoeff()) / 20);
    }
    for (const StitchScores &cell : row->cells)
        showMap(cell, *row, highest > 0 ? highest : 1);
    m_ui->maps->arrange(m_ui->values->currentIndex() != Differences);
}

void StitchingPage::showMap(const StitchScores &cell, const StitchRow &row, double highest)
{
    QStringList classes;
    for (const std::string &name : m_workspace.stitching().classes)
        classes << QString::fromStdString(name);
    HeatMapView *map = mapOf(cell.trainSpace, cell.testSpace);
    Eigen::MatrixXd values = sharesOf(cell.scores.confusion);
    const int shown = m_ui->values->currentIndex();
    if (shown == Counts)
        values = cell.scores.confusion.cast<double>();
    if (shown == Differences && cell.trainSpace != cell.testSpace) {
        values = changeOf(cell, row);
        map->setRange(-highest, highest, tr("change"));
    } else {
        map->setRange(0, shown == Differences ? 1 : highest, shown == Counts ? tr("items") : tr("share"));
    }
    map->setCounts(cell.scores.confusion.cast<double>());
    map->setMatrix(values, classes, classes);
    // Titles contain only the accuracy, because docks are narrow; the table contains the other scores.
    map->setTitles(
        tr("%1  acc. %2").arg(arrowLabel(cell.testSpace, cell.trainSpace)).arg(cell.scores.accuracy, 0, 'f', 2),
        tr("true class"), tr("predicted class"));
}

/// Selects the test items of class `truth` for which the head predicted `predicted`.
void StitchingPage::selectCell(Side trained, Side tested, int truth, int predicted)
{
    const StitchingResult &result = m_workspace.stitching();
    const StitchRow *row = shownRow();
    if (!row)
        return;
    for (const StitchScores &cell : row->cells) {
        if (cell.trainSpace != trained || cell.testSpace != tested)
            continue;
        if (cell.predicted.size() != result.testX.size()) {
            m_ui->note->setText(tr("Measure again to select items: this older session contains only the counts."));
            m_ui->note->show();
            return;
        }
        std::vector<ItemIndex> items;
        for (std::size_t i = 0; i < cell.predicted.size(); ++i) {
            if (result.testLabels[i] == truth && cell.predicted[i] == predicted)
                items.push_back(tested == Side::x ? result.testX[i] : result.testY[i]);
        }
        m_selection.select(tested, std::move(items));
    }
}

} // namespace anchorscope::gui
