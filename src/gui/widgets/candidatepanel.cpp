// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/candidatepanel.h"

#include "gui/display/itemtext.h"
#include "gui/display/tablemodel.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/tableview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

class CandidateModel : public TableModel
{
public:
    CandidateModel(const Workspace &workspace, const CandidateController &finder, QObject *parent = nullptr);

    enum Column { Place, Item, Score, Margin };

protected:
    int rows() const override { return static_cast<int>(m_candidates.size()); }
    QVariant extra(int row, int column, int role) const override;

private:
    const Candidate &candidate(int row) const { return m_candidates[static_cast<std::size_t>(row)]; }

    const Workspace &m_workspace;
    Side m_side = Side::y;
    std::vector<Candidate> m_candidates;
};

CandidateModel::CandidateModel(const Workspace &workspace, const CandidateController &finder, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Rank among the proposals"), true, [](int row) { return row + 1; }},
           {tr("Partner"), tr("Press Enter or double-click to accept it, Delete to reject it"), false,
            [this](int row) { return itemName(*m_workspace.data(), m_side, candidate(row).item); }},
           {tr("Score"),
            tr("Cosine of the two relative vectors, computed with the anchors known so far; for an item that a run is "
               "unsure of, the score that the run uses for matching"),
            true, [this](int row) { return candidate(row).score; }, decimals(3)},
           {tr("Margin"), tr("Its score minus that of the best other item; a small margin means a close call"), true,
            [this](int row) { return candidate(row).margin; }, decimals(3)}},
          parent),
      m_workspace(workspace)
{
    connect(&finder, &CandidateController::changed, this, [this, &finder] {
        beginResetModel();
        m_candidates = finder.candidates();
        m_side = finder.side();
        endResetModel();
    });
}

QVariant CandidateModel::extra(int row, int column, int role) const
{
    const ItemTable &items = m_workspace.data()->items(m_side);
    if (role == Qt::DecorationRole && column == Item)
        return cellThumbnail(items, candidate(row).item);
    const std::string label = role == Qt::ToolTipRole ? items.labelName(candidate(row).item) : std::string();
    return label.empty() ? QVariant() : tooltipText(QString::fromStdString(label));
}

namespace {

/// Minimum difference between the cosines of the first and the second proposed partner for preselecting the first. On
/// words with 50 random seed pairs, 59 to 74% of preselected proposals are correct, but only a quarter of all first
/// proposals; with 15 seed pairs, hardly any is correct.
constexpr float clearMargin = 0.05F;

} // namespace

CandidatePanel::CandidatePanel(const Workspace &workspace, Selection &selection, CandidateController &finder,
                               PairNextController &pairNext, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_finder(finder), m_pairNext(pairNext),
      m_title(new QLabel), m_near(new QLabel), m_table(new QTableView),
      m_accept(new QPushButton(icon("ok"), tr("A&ccept"))), m_reject(new QPushButton(icon("remove"), tr("Re&ject"))),
      m_skip(new QPushButton(tr("S&kip"))), m_model(new CandidateModel(workspace, finder, this))
{
    for (QLabel *label : {m_title, m_near}) {
        plainText(label);
        label->setWordWrap(true);
    }
    m_near->setObjectName("candidateNeighbours");
    m_table->setModel(m_model);
    configureTable(m_table, {CandidateModel::Item});
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAccessibleName(tr("Proposed partners"));
    m_table->setMinimumHeight(5 * m_table->verticalHeader()->defaultSectionSize());
    m_table->setMaximumHeight(9 * m_table->verticalHeader()->defaultSectionSize() + 4);
    m_accept->setToolTip(tr("Add the item and the selected proposal as a seed pair (Enter, or its number)"));
    m_reject->setToolTip(tr("Do not propose the selected item again (Delete)"));
    m_skip->setToolTip(tr("Leave this item unpaired and go to the next (S; N if none of the proposals is correct)"));
    m_table->installEventFilter(this);
    auto *tools = new QHBoxLayout;
    tools->addStretch();
    for (QPushButton *button : {m_accept, m_reject, m_skip})
        tools->addWidget(button);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_title);
    layout->addLayout(tools);
    layout->addWidget(m_table);
    layout->addWidget(m_near);
    QAction *reject = m_table->addAction(tr("Reject the proposal"), QKeySequence(QKeySequence::Delete), this,
                                         [this] { m_finder.reject(current()); });
    reject->setShortcutContext(Qt::WidgetShortcut);
    connect(m_reject, &QPushButton::clicked, this, [this] { m_finder.reject(current()); });
    connect(m_skip, &QPushButton::clicked, &m_pairNext, &PairNextController::skip);
    connect(m_accept, &QPushButton::clicked, this, &CandidatePanel::accept);
    connect(m_table, &QTableView::activated, this, &CandidatePanel::accept);
    onRowChosen(m_table, [this](int row) {
        if (row >= 0)
            m_selection.setHover(m_finder.side(), m_finder.candidates()[static_cast<std::size_t>(row)].item);
        findNeighbours();
    });
    connect(&finder, &CandidateController::changed, this, &CandidatePanel::showCandidates);
    connect(&finder, &CandidateController::neighboursFound, this, &CandidatePanel::showNeighbours);
    showCandidates();
}

/// Requests the neighbours of the item that needs a partner and of the selected (otherwise of the first) proposal.
void CandidatePanel::findNeighbours()
{
    const auto &found = m_finder.candidates();
    m_near->setVisible(!found.empty());
    m_near->setText(QStringLiteral("\n")); // as high as the text that follows
    if (!found.empty())
        m_finder.findNeighbours(found[static_cast<std::size_t>(std::max(0, current()))].item);
}

void CandidatePanel::showNeighbours()
{
    constexpr std::size_t most = 3; // maximum number of names; more would take too many lines
    const auto text = [&](Side side, ItemIndex item, const std::vector<ItemIndex> &near) {
        const auto name = [&](ItemIndex of) {
            return shownName(itemName(*m_workspace.data(), side, of), longestInLabel);
        };
        QStringList names;
        std::transform(near.begin(), near.begin() + static_cast<Index>(std::min(near.size(), most)),
                       std::back_inserter(names), name);
        return names.isEmpty() ? QString()
                               : tr("Nearest to “%1” in %2: %3.")
                                     .arg(name(item), side == Side::x ? tr("X") : tr("Y"), names.join(", "));
    };
    const auto &[ofWaiting, ofCandidate] = m_finder.neighbours();
    const auto row = static_cast<std::size_t>(std::max(0, current()));
    m_near->setText(text(other(m_finder.side()), m_finder.waiting(), ofWaiting) + '\n' +
                    text(m_finder.side(), m_finder.candidates()[row].item, ofCandidate));
}

void CandidatePanel::accept()
{
    if (current() >= 0)
        return m_finder.accept(current());
    m_title->setText(tr("Select one of the proposals first."));
    m_title->show();
    m_table->setFocus();
}

bool CandidatePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto *key = static_cast<const QKeyEvent *>(event);
    const int row = key->key() - Qt::Key_1;
    const bool plain = !(key->modifiers() & ~Qt::KeypadModifier);
    if (plain && row >= 0 && row < 9 && row < m_model->rowCount())
        m_finder.accept(row);
    else if (plain && m_pairNext.isAsking() && (key->key() == Qt::Key_N || key->key() == Qt::Key_S))
        m_pairNext.skip();
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

int CandidatePanel::current() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? -1 : rows.front().row();
}

void CandidatePanel::showCandidates()
{
    const ItemIndex waiting = m_finder.waiting();
    const bool any = !m_finder.candidates().empty();
    const bool proposes = any || m_workspace.knownAnchors().count() >= CandidateController::fewestSeeds;
    // While the pair tool is active, the panel stays visible, so that widgets below do not move.
    setVisible(waiting != noItem || (m_finder.isPairing() && proposes));
    for (QWidget *each : std::initializer_list<QWidget *>{m_table, m_accept, m_reject})
        each->setVisible(proposes);
    m_skip->setVisible(m_pairNext.isAsking());
    findNeighbours();
    m_title->setVisible(!m_pairNext.isAsking()); // hidden if the page already shows the same text
    m_accept->setEnabled(any);
    m_reject->setEnabled(any);
    if (waiting == noItem)
        return m_title->setText(tr("Partners are proposed here for the item that you click."));
    const QString name = shownName(itemName(*m_workspace.data(), other(m_finder.side()), waiting), longestInLabel);
    m_title->setText(proposes ? tr("Proposed partners of “%1”").arg(name)
                              : tr("Partners of “%1” are proposed once there are %2 seeds.")
                                    .arg(name)
                                    .arg(CandidateController::fewestSeeds));
    const bool clear = any && m_finder.candidates().front().margin >= clearMargin;
    if (any && !clear)
        m_title->setText(tr("Proposed partners of “%1”: a close call, choose one").arg(name));
    if (m_pairNext.isAsking() && any)
        m_table->setFocus(); // the table gets the focus, because it handles the keys
    if (clear && current() < 0) {
        // Blocks signals, so that the panels do not highlight a preselected proposal.
        const QSignalBlocker block(m_table->selectionModel());
        m_table->setCurrentIndex(m_model->index(0, CandidateModel::Item));
    }
}

} // namespace anchorscope::gui
