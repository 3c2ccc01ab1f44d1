// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/anchorspage.h"

#include "gui/models/seedmodel.h"
#include "gui/state/edits.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/textsize.h"
#include "gui/style/theme.h"
#include "gui/widgets/candidatepanel.h"
#include "gui/widgets/filedialogs.h"
#include "gui/widgets/tableview.h"
#include "ui_anchorspage.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QToolButton>

#include <set>

namespace anchorscope::gui {

namespace {

enum Merge { MergeCount = 1, MergeSeed };

} // namespace

AnchorsPage::AnchorsPage(const Dependencies &dependencies, QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::AnchorsPage>()), m_workspace(dependencies.workspace),
      m_selection(dependencies.selection), m_session(dependencies.session), m_pairTool(dependencies.pairTool),
      m_finder(dependencies.finder), m_pairNext(dependencies.pairNext), m_sampler(dependencies.sampler),
      m_score(dependencies.score), m_rule(new QComboBox), m_scoreText(new QLabel),
      m_model(new SeedModel(dependencies.workspace, this))
{
    m_ui->setupUi(this);
    m_ui->table->setModel(m_model);
    configureTable(m_ui->table, {SeedModel::ItemX, SeedModel::ItemY});
    offerCopies(m_ui->table, *m_model, "seeds.csv");
    m_ui->read->setIcon(icon("import"));
    m_ui->write->setIcon(icon("export"));
    m_ui->remove->setIcon(icon("remove"));
    m_ui->clear->setIcon(icon("clear"));
    m_ui->draw->setIcon(icon("random"));
    addParts();
    connectButtons();
    connect(&m_workspace, &Workspace::dataChanged, this, &AnchorsPage::showSetup);
    // Other data begin with the usual number of pairs to draw.
    connect(&m_workspace, &Workspace::itemsReplaced, this,
            [this, usual = m_ui->drawCount->value()] { m_ui->drawCount->setValue(usual); });
    connect(&m_workspace, &Workspace::setupChanged, this, &AnchorsPage::showSetup);
    connect(&m_workspace, &Workspace::preparedChanged, this, &AnchorsPage::showSetup);
    connect(&m_pairTool, &PairTool::changed, this, &AnchorsPage::showHint);
    connect(&m_pairTool, &PairTool::added, this,
            [this](int seed) { m_ui->table->scrollTo(m_model->index(seed, SeedModel::ItemX)); });
    connect(&m_pairNext, &PairNextController::changed, this, &AnchorsPage::showHint);
    connect(&m_score, &LiveScoreController::changed, this, &AnchorsPage::showScore);
    showSetup();
    showScore();
}

void AnchorsPage::addParts()
{
    for (const AnchorSampler &sampler : anchorSamplers()) {
        m_rule->addItem(QString::fromUtf8(sampler.label));
        m_rule->setItemData(m_rule->count() - 1, QString::fromUtf8(sampler.about), Qt::ToolTipRole);
    }
    m_rule->setObjectName("drawRule");
    m_rule->setAccessibleName(tr("Rule by which seed pairs are drawn"));
    m_rule->setToolTip(tr("Which known pairs are drawn"));
    m_ui->drawTools->insertWidget(1, m_rule);
    setTabOrder(m_ui->drawCount, m_rule);
    m_propose = addDrawTool(tr("&Propose"), tr("Propose seed pairs"));
    m_propose->setToolTip(tr("Align the spaces without known pairs and add the most certain pairs for you to check"));
    m_suggest = addDrawTool(tr("Pair ne&xt"), tr("Suggest items to pair next"));
    setTabOrder(m_ui->draw, m_propose);
    setTabOrder(m_propose, m_suggest);
    connect(m_propose, &QToolButton::clicked, this, [this] { m_sampler.propose(m_ui->drawCount->value()); });
    connect(m_suggest, &QToolButton::clicked, &m_pairNext, &PairNextController::suggest);
    m_ui->layout->insertWidget(m_ui->layout->indexOf(m_ui->table),
                               new CandidatePanel(m_workspace, m_selection, m_finder, m_pairNext));
    inLines(m_ui->tools, m_ui->layout);
    inLines(m_ui->drawTools, m_ui->layout);
    m_scoreText->setWordWrap(true);
    m_scoreText->setTextFormat(Qt::RichText);
    m_scoreText->setAccessibleName(tr("Sampled score of the anchors"));
    // Places the score above the tables, because these take all free height.
    m_ui->layout->insertWidget(m_ui->layout->indexOf(m_ui->hint), m_scoreText);
}

QToolButton *AnchorsPage::addDrawTool(const QString &text, const QString &name)
{
    auto *tool = new QToolButton;
    tool->setText(text);
    tool->setAccessibleName(name);
    m_ui->drawTools->addWidget(tool);
    return tool;
}

void AnchorsPage::showScore()
{
    const QuickScore &score = m_score.score();
    const QString large = QString("<span style='font-size:%1px; font-weight:600'>%2</span> &nbsp;%3<br>")
                              .arg(qRound(22 * sizeFactor()))
                              .arg(m_score.headline(), m_score.before());
    m_scoreText->setText(m_workspace.setup().seeds.empty() ? QString()
                                                           : (score.scored ? large : QString()) + m_score.text());
    m_scoreText->setVisible(!m_scoreText->text().isEmpty());
    m_scoreText->setToolTip(tooltipText(
        score.scored ? tr("%1 random items against all %2, ± 95% interval, %3, in %4 ms\n%5")
                           .arg(score.queries)
                           .arg(score.targets)
                           .arg(m_workspace.chosenRun() ? tr("anchors of the chosen run") : tr("seeds alone"))
                           .arg(score.milliseconds, 0, 'f', 0)
                           .arg(m_workspace.pair().text(m_workspace.provenance(Scoring::Retrieval)))
                     : QString()));
}

AnchorsPage::~AnchorsPage() = default;

void AnchorsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        showScore();
}

void AnchorsPage::setAddPairAction(QAction *action)
{
    m_ui->addPair->setDefaultAction(action);
}

void AnchorsPage::connectButtons()
{
    connect(m_ui->draw, &QToolButton::clicked, this, &AnchorsPage::drawSeeds);
    connect(m_ui->read, &QToolButton::clicked, this, &AnchorsPage::readSeeds);
    connect(m_ui->write, &QToolButton::clicked, this, [this] {
        if (const QString path = askWhereToWritePairs(this); !path.isEmpty())
            m_session.writeSeeds(path);
    });
    connect(m_ui->remove, &QToolButton::clicked, this, &AnchorsPage::removeSelected);
    auto *removeKey = new QAction(tr("Remove the selected pairs"), m_ui->table);
    removeKey->setShortcut(QKeySequence::Delete);
    removeKey->setShortcutContext(Qt::WidgetShortcut);
    m_ui->table->addAction(removeKey);
    connect(removeKey, &QAction::triggered, this, &AnchorsPage::removeSelected);
    connect(m_ui->clear, &QToolButton::clicked, this, [this] { removeAllSeeds(m_workspace); });
    connect(m_ui->count, &QSpinBox::valueChanged, this, [this](int count) {
        m_workspace.change(
            tr("%1 anchors").arg(count), [count](Setup &setup) { setup.anchorCount = count; }, MergeCount);
    });
    connect(m_ui->seed, &QSpinBox::valueChanged, this, [this](int seed) {
        m_workspace.change(
            tr("Random seed %1").arg(seed),
            [seed](Setup &setup) { setup.options.seed = static_cast<std::uint64_t>(seed); }, MergeSeed);
    });
    connect(m_ui->table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AnchorsPage::selectCurrent);
}

void AnchorsPage::drawSeeds()
{
    m_sampler.draw(anchorSamplers()[static_cast<std::size_t>(m_rule->currentIndex())], m_ui->drawCount->value());
}

void AnchorsPage::readSeeds()
{
    if (const QString path = askForPairs(this); !path.isEmpty())
        m_session.readSeeds(path);
}

void AnchorsPage::removeSelected()
{
    std::set<int> rows;
    for (const QModelIndex &index : m_ui->table->selectionModel()->selectedRows())
        rows.insert(index.row());
    if (rows.empty())
        return;
    m_workspace.change(tr("Remove seed pairs (%1)").arg(rows.size()), [&](Setup &setup) {
        for (auto row = rows.rbegin(); row != rows.rend(); ++row)
            setup.seeds.erase(setup.seeds.begin() + *row);
    });
}

void AnchorsPage::showSuspects()
{
    const auto seeds = static_cast<Index>(m_workspace.setup().seeds.size());
    for (Index seed = 0; seed < seeds; ++seed) {
        if (!m_workspace.isSuspect(seed))
            continue;
        const QModelIndex row = m_model->index(static_cast<int>(seed), 0);
        m_ui->table->selectRow(row.row());
        m_ui->table->scrollTo(row);
        m_ui->table->setFocus();
        return;
    }
}

void AnchorsPage::selectCurrent()
{
    std::vector<ItemIndex> items;
    for (const QModelIndex &index : m_ui->table->selectionModel()->selectedRows())
        items.push_back(m_workspace.setup().seeds[static_cast<std::size_t>(index.row())].x);
    if (!items.empty()) {
        m_selection.setFocus(Side::x, items.back());
        m_selection.select(Side::x, std::move(items), Selection::Mode::Replace, Selection::Gesture::seeds);
    }
    m_ui->remove->setEnabled(m_ui->table->selectionModel()->hasSelection());
}

void AnchorsPage::showSetup()
{
    const Setup &setup = m_workspace.setup();
    const bool known = m_workspace.hasData();
    const bool truth = known && m_workspace.data()->hasTruth();
    setEnabled(known);
    m_ui->draw->setEnabled(truth);
    m_ui->draw->setToolTip(truth ? tr("Draw seed pairs from the known pairing")
                                 : tr("Not possible: no pairs are known for these spaces"));
    m_propose->setEnabled(bool(m_workspace.prepared()));
    m_ui->clear->setEnabled(!setup.seeds.empty());
    m_ui->write->setEnabled(!setup.seeds.empty());
    m_ui->remove->setEnabled(m_ui->table->selectionModel()->hasSelection());
    {
        const QSignalBlocker blockCount(m_ui->count), blockSeed(m_ui->seed);
        m_ui->count->setMaximum(known ? static_cast<int>(m_workspace.data()->size(Side::x)) : 1);
        m_ui->count->setValue(static_cast<int>(setup.anchorCount));
        m_ui->seed->setValue(static_cast<int>(setup.options.seed));
    }
    const auto seeds = static_cast<Index>(setup.seeds.size());
    m_ui->summary->setText(
        tr("Seeds known: %1 · anchors to find: %2").arg(seeds).arg(std::max<Index>(0, setup.anchorCount - seeds)));
    showHint();
}

void AnchorsPage::showHint()
{
    const QString obstacle = m_pairNext.obstacle();
    m_suggest->setEnabled(obstacle.isEmpty());
    m_suggest->setToolTip(obstacle.isEmpty() ? tr("Go through ten items whose matches the run is unsure of")
                                             : obstacle);
    QString hint = m_pairNext.isAsking() ? m_pairNext.hint() : m_pairTool.hint();
    if (hint.isEmpty() && m_workspace.setup().seeds.empty())
        hint = tr("A seed is a known pair: an item of X and its partner in Y. Add a few by hand, at random or from a "
                  "file; 15 are enough for most spaces. If you know none, let the program propose some.");
    // An empty text stays visible, so that controls do not move under the mouse.
    m_ui->hint->setText(hint);
}

} // namespace anchorscope::gui
