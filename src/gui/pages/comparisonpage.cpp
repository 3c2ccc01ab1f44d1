// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/comparisonpage.h"

#include "gui/display/labels.h"
#include "gui/models/comparisonmodel.h"
#include "gui/style/theme.h"
#include "gui/widgets/tableview.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace anchorscope::gui {

namespace {

constexpr auto tableFile = "comparison.csv";

} // namespace

ComparisonPage::ComparisonPage(Workspace &workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_model(new ComparisonModel(workspace, this)), m_method(new QComboBox),
      m_copy(new QToolButton), m_write(new QToolButton), m_note(new QLabel), m_table(new QTableView)
{
    build();
    offerActions();
    connectParts();
    showMethods();
    showState();
}

void ComparisonPage::build()
{
    m_method->setAccessibleName(tr("Anchors whose scores are compared"));
    m_method->setToolTip(tr("The row of the score tables that is compared here"));
    m_copy->setIcon(icon("copy"));
    m_copy->setToolTip(tr("Copy the table"));
    m_copy->setAccessibleName(m_copy->toolTip());
    m_write->setIcon(icon("export"));
    m_write->setToolTip(tr("Save the table as CSV, Markdown or LaTeX"));
    m_write->setAccessibleName(m_write->toolTip());
    m_note->setObjectName("note");
    m_note->setWordWrap(true);
    m_note->setAccessibleName(tr("Note"));
    m_table->setAccessibleName(tr("Runs of all comparisons and their scores"));
    m_table->setModel(m_model);
    configureTable(m_table, {});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    auto *tools = new QHBoxLayout;
    auto *label = new QLabel(tr("Scores of"));
    label->setBuddy(m_method);
    tools->addWidget(label);
    tools->addWidget(m_method);
    tools->addStretch();
    tools->addWidget(m_copy);
    tools->addWidget(m_write);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(tools);
    layout->addWidget(m_note);
    layout->addWidget(m_table, 1);
}

void ComparisonPage::offerActions()
{
    const auto add = [this](const QString &text, void (ComparisonPage::*act)(int)) {
        auto *action = new QAction(text, m_table);
        connect(action, &QAction::triggered, this, [this, act] {
            if (m_table->currentIndex().isValid())
                (this->*act)(m_table->currentIndex().row());
        });
        m_table->addAction(action);
    };
    add(tr("Go there"), &ComparisonPage::goTo);
    add(tr("Close this comparison…"), &ComparisonPage::closePair);
    auto *separator = new QAction(m_table);
    separator->setSeparator(true);
    m_table->addAction(separator);
    offerCopies(m_table, *m_model, tableFile);
}

void ComparisonPage::connectParts()
{
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex &index) { goTo(index.row()); });
    connect(m_copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_write, &QToolButton::clicked, this, [this] { writeTable(this, *m_model, tableFile); });
    connect(m_method, &QComboBox::activated, this,
            [this] { m_model->setMethod(m_method->currentData().toString().toStdString()); });
    for (const auto signal : {&Workspace::retrievalChanged, &Workspace::stitchingChanged, &Workspace::pairsChanged})
        connect(&m_workspace, signal, this, &ComparisonPage::showMethods);
    connect(m_model, &ComparisonModel::modelReset, this, &ComparisonPage::showState);
    connect(m_model, &ComparisonModel::dataChanged, this, &ComparisonPage::showState);
}

/// Fills the list of measured methods; the chosen method remains chosen.
void ComparisonPage::showMethods()
{
    std::vector<std::string> methods = m_model->measuredMethods();
    if (std::ranges::find(methods, m_model->method()) == methods.end())
        methods.insert(methods.begin(), m_model->method());
    m_method->clear();
    for (const std::string &method : methods)
        m_method->addItem(representationLabel(method), QString::fromStdString(method));
    m_method->setCurrentIndex(m_method->findData(QString::fromStdString(m_model->method())));
    m_method->setEnabled(methods.size() > 1);
}

void ComparisonPage::showState()
{
    QString note;
    if (!m_model->hasRuns())
        note = tr("Each run is listed here with its scores. Align the spaces, then choose other spaces in the Data "
                  "dock; this comparison keeps its seeds, runs, experiments and undo history.");
    else if (m_model->hasGaps())
        note = tr("A dash means not measured, or measured with different settings. Go to the line and measure.");
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    const int lines = m_model->hasIntervals() ? 2 : 1;
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * lines + 8);
    m_copy->setEnabled(m_model->rowCount() > 0);
    m_write->setEnabled(m_model->rowCount() > 0);
    const int pair = m_workspace.currentPair();
    if (pair < 0)
        return;
    const bool none = m_workspace.runs().empty();
    const int row = m_model->rowOf(pair, none ? io::RunId::none : m_workspace.setup().run);
    if (row < 0)
        m_table->clearSelection();
    else
        m_table->selectRow(row);
}

void ComparisonPage::goTo(int row)
{
    const int pair = m_model->pairOf(row);
    const io::RunId run = m_model->runOf(row);
    const auto act = [this, pair, run] {
        m_workspace.choosePair(pair);
        if (run != io::RunId::none && run != m_workspace.setup().run)
            m_workspace.chooseRun(run);
    };
    if (pair == m_workspace.currentPair())
        act();
    else
        Q_EMIT leaveRequested(act);
}

void ComparisonPage::closePair(int row)
{
    const int pair = m_model->pairOf(row);
    if (m_workspace.pairs() < 2) {
        QMessageBox::information(this, tr("Close a comparison"), tr("It is the only one that is open."));
        return;
    }
    const OpenComparison &work = m_workspace.pair(pair);
    const bool hasWork = !work.runs.empty() || !work.setup.seeds.empty();
    if (hasWork && QMessageBox::question(
                       this, tr("Close a comparison"),
                       tr("The seeds, runs, scores and experiments of %1 will be lost. Close it?").arg(work.name())) !=
                       QMessageBox::Yes)
        return;
    const auto act = [this, pair] { m_workspace.removePair(pair); };
    if (pair == m_workspace.currentPair())
        Q_EMIT leaveRequested(act);
    else
        act();
}

} // namespace anchorscope::gui
