// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/retrievalpage.h"

#include "gui/models/retrievalmodel.h"
#include "gui/widgets/tableview.h"
#include "gui/repeatcommand.h"
#include "gui/theme.h"
#include "ui_retrievalpage.h"

namespace anchorscope::gui {

namespace {

constexpr int mergeK = 20;

} // namespace

RetrievalPage::RetrievalPage(Workspace &workspace, ScoreController &scores, const SessionController &session,
                             QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::RetrievalPage>()), m_workspace(workspace), m_scores(scores),
      m_session(session), m_model(new RetrievalModel(workspace, this))
{
    m_ui->setupUi(this);
    m_ui->table->setModel(m_model);
    dressTable(m_ui->table);
    offerCopies(m_ui->table, *m_model, "retrieval.csv");
    m_ui->measure->setIcon(icon("retrieval"));
    m_ui->copy->setIcon(icon("copy"));
    m_ui->command->setIcon(icon("terminal"));
    connect(m_ui->command, &QToolButton::clicked, this,
            [this] { copyText(repeatCommand(m_workspace, Workspace::Scoring::Retrieval, m_session.sessionPath())); });
    connect(&session, &SessionController::saved, this, &RetrievalPage::showState);
    connect(&workspace, &Workspace::modifiedChanged, this, &RetrievalPage::showState);
    connect(m_ui->measure, &QPushButton::clicked, &scores, &ScoreController::measureRetrieval);
    connect(m_ui->copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_ui->k, &QSpinBox::valueChanged, this, [this](int k) {
        m_workspace.change(
            tr("K = %1").arg(k), [k](Setup &setup) { setup.k = k; }, mergeK);
    });
    connect(&scores, &ScoreController::stateChanged, this, &RetrievalPage::showState);
    connect(&workspace, &Workspace::retrievalChanged, this, &RetrievalPage::showState);
    showState();
}

RetrievalPage::~RetrievalPage() = default;

void RetrievalPage::showState()
{
    {
        const QSignalBlocker block(m_ui->k);
        m_ui->k->setValue(static_cast<int>(m_workspace.setup().k));
    }
    const bool some = !m_workspace.retrieval().empty();
    const QString obstacle = m_scores.retrievalObstacle();
    m_ui->measure->setEnabled(obstacle.isEmpty() && !m_scores.measuringRetrieval());
    m_ui->copy->setEnabled(some);
    const bool saved = !m_session.sessionPath().isEmpty() && !m_workspace.isModified();
    m_ui->command->setEnabled(some && saved);
    m_ui->command->setToolTip(saved ? tr("Copy the command that repeats this measurement")
                                    : tr("Save the session, then copy the command that repeats this measurement"));
    m_ui->table->setEnabled(some);
    QString note;
    if (m_scores.measuringRetrieval())
        note = tr("Measuring…");
    else if (!obstacle.isEmpty())
        note = obstacle;
    else if (!some)
        note = tr("Not measured yet. For every item: how near is its true partner in the other space?");
    else if (!m_workspace.isRetrievalCurrent())
        note = tr("Out of date: seeds, anchors or parameters have changed since this was measured.");
    m_ui->note->setText(note);
    m_ui->note->setVisible(!note.isEmpty());
    m_ui->provenance->setText(some ? m_workspace.retrieval().provenance.text() : QString());
}

} // namespace anchorscope::gui
