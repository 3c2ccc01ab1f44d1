// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/retrievalpage.h"

#include "gui/display/repeatcommand.h"
#include "gui/display/scoretables.h"
#include "gui/models/resulttablemodel.h"
#include "gui/style/flowlayout.h"
#include "gui/style/theme.h"
#include "gui/widgets/itemscores.h"
#include "gui/widgets/methodbutton.h"
#include "gui/widgets/scorestate.h"
#include "gui/widgets/tableview.h"
#include "ui_retrievalpage.h"

#include <QHeaderView>

namespace anchorscope::gui {

namespace {

constexpr int mergeK = 20;
constexpr int batchRepeats = 5; // default number of repeats, as in the papers
enum Shown { One, Several };

} // namespace

RetrievalPage::RetrievalPage(Workspace &workspace, Selection &selection, ScoreController &scores,
                             const SessionController &session, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::RetrievalPage>()), m_workspace(workspace), m_scores(scores),
      m_session(session), m_model(new ResultTableModel(retrievalTable(workspace), this)),
      m_items(new ItemScoresView(workspace, selection))
{
    m_ui->setupUi(this);
    m_ui->table->setModel(m_model);
    configureTable(m_ui->table);
    m_ui->table->setWordWrap(true);
    offerCopies(m_ui->table, *m_model, "retrieval.csv");
    // Hides the Jaccard scores in the narrow dock; the context menu of the table shows them.
    m_ui->table->hideColumn(scoreColumn(&RetrievalScores::jaccardInTarget));
    m_ui->splitter->addWidget(m_items);
    m_ui->splitter->setSizes({340, 420});
    m_ui->measure->setIcon(icon("retrieval"));
    m_ui->batch->setIcon(icon("random"));
    m_ui->copy->setIcon(icon("copy"));
    m_ui->command->setIcon(icon("terminal"));
    auto *methods = new MethodButton(workspace);
    m_ui->tools->insertWidget(m_ui->tools->indexOf(m_ui->command), methods);
    setTabOrder(m_ui->shown, methods);
    inLines(m_ui->tools, m_ui->layout);
    m_ui->shown->addItem(tr("this run"));
    m_ui->shown->addItem(tr("%1 repeats").arg(batchRepeats));
    connectParts();
    showTable();
}

RetrievalPage::~RetrievalPage() = default;

void RetrievalPage::connectParts()
{
    connect(m_ui->command, &QToolButton::clicked, this, [this] { copyText(command()); });
    connect(&m_session, &SessionController::saved, this, &RetrievalPage::showState);
    connect(&m_workspace, &Workspace::modifiedChanged, this, &RetrievalPage::showState);
    connect(m_ui->measure, &QPushButton::clicked, &m_scores, &ScoreController::measureRetrieval);
    connect(m_ui->batch, &QPushButton::clicked, this, [this] {
        if (m_scores.measuringBatch())
            m_scores.cancelBatch();
        else
            m_scores.measureBatch(batchRepeats);
    });
    connect(m_ui->shown, &QComboBox::activated, this, &RetrievalPage::showTable);
    connect(m_ui->copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_ui->k, &QSpinBox::valueChanged, this, [this](int k) {
        m_workspace.change(
            tr("K = %1").arg(k), [k](Setup &setup) { setup.retrieval.k = k; }, mergeK);
    });
    connect(m_ui->scoreAnchors, &QCheckBox::toggled, this, [this](bool scored) {
        m_workspace.change(scored ? tr("Anchors are scored") : tr("Anchors are left out"),
                           [scored](Setup &setup) { setup.retrieval.scoreAnchors = scored; });
    });
    connect(&m_scores, &ScoreController::stateChanged, this, &RetrievalPage::showState);
    connect(&m_workspace, &Workspace::retrievalChanged, this, [this] {
        m_ui->shown->setCurrentIndex(One);
        showTable();
    });
    connect(&m_workspace, &Workspace::batchChanged, this, [this] {
        m_ui->shown->setCurrentIndex(m_workspace.batch().empty() ? One : Several);
        showTable();
    });
}

bool RetrievalPage::showsBatch() const
{
    return m_ui->shown->currentIndex() == Several;
}

QString RetrievalPage::command() const
{
    const bool saved = !m_session.sessionPath().isEmpty() && !m_workspace.isModified();
    return repeatCommand(m_workspace, showsBatch() ? Repeat::Batch : Repeat::Retrieval,
                         saved ? m_session.sessionPath() : QString());
}

void RetrievalPage::showTable()
{
    m_model->setTable(showsBatch() ? batchTable(m_workspace) : retrievalTable(m_workspace));
    for (int row = 0; row + 1 < m_model->rowCount(); row += 2) {
        if (m_ui->table->rowSpan(row, 0) != 2)
            m_ui->table->setSpan(row, 0, 2, 1);
    }
    const int lines = m_model->hasDeviations() ? 2 : 1;
    // Limits the name of a method, which spans two rows of the table, to three or four lines of text.
    fitNames(m_ui->table, 0, lines + 2);
    m_ui->table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * lines + 10);
    showState();
}

void RetrievalPage::showState()
{
    {
        const QSignalBlocker block(m_ui->k);
        m_ui->k->setValue(static_cast<int>(m_workspace.setup().retrieval.k));
        const QSignalBlocker blockScored(m_ui->scoreAnchors);
        m_ui->scoreAnchors->setChecked(m_workspace.setup().retrieval.scoreAnchors);
    }
    const BatchResult &batch = m_workspace.batch();
    m_ui->batch->setText(m_scores.measuringBatch() ? tr("Cancel the runs") : tr("Run %1 repeats").arg(batchRepeats));
    m_ui->batch->setEnabled(m_scores.retrievalObstacle().isEmpty());
    m_ui->shown->setEnabled(!batch.empty());
    ScoreState state;
    state.obstacle = m_scores.retrievalObstacle();
    state.busyNote = tr("Measuring…");
    state.emptyNote = tr("Not measured yet. Shows how close each item is to its true partner in the other space.");
    state.measuring = m_scores.measuringRetrieval();
    if (showsBatch()) {
        state.measured = !batch.empty();
        state.current = state.measured && m_workspace.isBatchCurrent();
        state.provenance = tr("mean ± standard deviation over the random seeds %1 to %2 · ")
                               .arg(batch.firstSeed)
                               .arg(batch.firstSeed + static_cast<std::uint64_t>(std::max(0, batch.repeats() - 1))) +
                           m_workspace.pair().text(batch.provenance) + notesText(batch.experiment.notes);
    } else {
        state.measured = !m_workspace.retrieval().empty();
        state.current = state.measured && m_workspace.isRetrievalCurrent();
        state.provenance =
            m_workspace.pair().text(m_workspace.retrieval().provenance) + notesText(m_workspace.retrieval().notes);
    }
    state.repeatable = state.current && !command().isEmpty();
    showScoreState({m_ui->measure, m_ui->note, m_ui->provenance, m_ui->copy, m_ui->command}, state);
    m_ui->table->setEnabled(state.measured);
}

} // namespace anchorscope::gui
