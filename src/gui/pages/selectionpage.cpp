// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/selectionpage.h"

#include "core/filter/itemfilter.h"
#include "core/neighbours/neighbours.h"
#include "gui/display/itemtext.h"
#include "gui/models/filtercompleter.h"
#include "gui/models/itemmodel.h"
#include "gui/style/flowlayout.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/tableview.h"
#include "ui_selectionpage.h"

#include <QHeaderView>
#include <QTimer>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds typingPause{150}, filterPause{400};
constexpr int shownOwn = 3; ///< number of columns of the file that the list shows by default

} // namespace

SelectionPage::SelectionPage(Workspace &workspace, Selection &selection, VisibleItems &visible, Runner &runner,
                             QWidget *parent)
    : QWidget(parent), m_ui(std::make_unique<Ui::SelectionPage>()), m_workspace(workspace), m_selection(selection),
      m_visible(visible), m_model(new ItemModel(workspace, this, &runner)), m_delay(new QTimer(this)),
      m_filterDelay(new QTimer(this)), m_findingNearest(runner)
{
    m_ui->setupUi(this);
    inLines(m_ui->optionRow, m_ui->layout);
    m_ui->text->addAction(icon("search"), QLineEdit::LeadingPosition);
    m_ui->side->addItem(tr("in X"));
    m_ui->side->addItem(tr("in Y"));
    m_ui->link->addItem(tr("link by pair"));
    m_ui->link->addItem(tr("link by label"));
    m_ui->link->addItem(tr("no link"));
    m_ui->table->setModel(m_model);
    configureTable(m_ui->table, {ItemModel::Name, ItemModel::Partner, ItemModel::Found});
    offerCopies(m_ui->table, *m_model, "selection.csv");
    m_ui->table->setSortingEnabled(true);
    m_ui->table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_ui->copy->setIcon(icon("copy"));
    m_ui->write->setIcon(icon("export"));
    m_delay->setSingleShot(true);
    m_delay->setInterval(typingPause);
    connect(m_delay, &QTimer::timeout, this, &SelectionPage::search);
    connect(m_ui->text, &QLineEdit::textChanged, m_delay, qOverload<>(&QTimer::start));
    connect(m_ui->text, &QLineEdit::returnPressed, this, &SelectionPage::search);
    connect(m_ui->expression, &QCheckBox::toggled, this, &SelectionPage::search);
    connect(m_ui->labelsToo, &QCheckBox::toggled, this, &SelectionPage::search);
    connect(m_ui->side, &QComboBox::activated, this, [this] {
        if (m_ui->text->text().isEmpty())
            showSelection();
        else
            search();
    });
    connect(m_ui->link, &QComboBox::activated, this,
            [this](int row) { m_selection.setLinkMode(static_cast<LinkMode>(row)); });
    connect(&selection, &Selection::linkModeChanged, this,
            [this] { m_ui->link->setCurrentIndex(static_cast<int>(m_selection.linkMode())); });
    connect(m_ui->table, &QTableView::activated, this, &SelectionPage::goTo);
    connect(m_ui->copy, &QToolButton::clicked, this, [this] { copyTable(*m_model); });
    connect(m_ui->write, &QToolButton::clicked, this, [this] { writeTable(this, *m_model, "selection.csv"); });
    connect(m_ui->selectNearest, &QToolButton::clicked, this, &SelectionPage::selectNearest);
    connect(&selection, &Selection::selectionChanged, this, &SelectionPage::showSelection);
    connectFilter();
    showSelection();
}

void SelectionPage::connectFilter()
{
    m_ui->filterNote->hide();
    m_filterDelay->setSingleShot(true);
    m_filterDelay->setInterval(filterPause);
    connect(m_ui->filter, &QLineEdit::textEdited, m_filterDelay, qOverload<>(&QTimer::start));
    auto *completer = new FilterCompleter(*m_ui->filter, m_workspace);
    connect(completer, qOverload<const QString &>(&QCompleter::activated), m_filterDelay, qOverload<>(&QTimer::start));
    connect(m_filterDelay, &QTimer::timeout, this,
            [this, completer] { filter(completer->completionModel()->rowCount() == 0); });
    connect(m_ui->filter, &QLineEdit::editingFinished, this, [this] { filter(true); });
    connect(&m_selection, &Selection::hiddenChanged, this, &SelectionPage::showSelection);
    connect(&m_visible, &VisibleItems::read, this, [this] { showProblem(m_visible.problem()); });
    connect(&m_workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        if (before.filter != m_workspace.view().filter)
            showFilter();
    });
    connect(&m_workspace, &Workspace::dataChanged, this, [this] {
        m_findingNearest.drop();
        const bool same = m_workspace.hasData() && partnersAreNamesakes(*m_workspace.data());
        m_ui->table->setColumnHidden(ItemModel::Partner, same);
        showFirstColumns(m_ui->table, ItemModel::FirstOwn, shownOwn);
        showFilter();
    });
    showFilter();
}

/// Applies the filter. An invalid one changes nothing, and its error is shown if the user has finished typing or
/// nothing that the user can type completes the filter (`finished`).
void SelectionPage::filter(bool finished)
{
    m_filterDelay->stop();
    const QString problem = m_visible.setFilter(m_ui->filter->text());
    if (problem.isEmpty() || finished)
        showProblem(problem);
}

void SelectionPage::showProblem(const QString &problem)
{
    const QString found =
        m_workspace.view().filter.empty() ? tr("Not filtered: %1.") : tr("Still filtered as before: %1.");
    m_ui->filterNote->setText(problem.isEmpty() ? QString() : found.arg(shownText(problem)));
    m_ui->filterNote->setVisible(!problem.isEmpty());
}

void SelectionPage::showFilter()
{
    const std::string &filter = m_workspace.view().filter;
    if (m_ui->filter->text().trimmed().toStdString() != filter)
        m_ui->filter->setText(QString::fromStdString(filter));
    showProblem(m_visible.problem());
    QString example;
    if (m_workspace.hasData())
        example = QString::fromStdString(exampleFilter(m_workspace.data()->items(Side::x)));
    m_ui->filter->setPlaceholderText(example.isEmpty() ? QString() : tr("for example %1").arg(shownName(example)));
    m_ui->filter->setToolTip(
        tr("Items that fulfil this condition are shown; all others are hidden.\nBesides the columns of the file: "
           "label, id, row, length, and after a run match, rank, margin, cosine, jaccard, coverage.\ncolumn =, !=, <, "
           "<=, >, >= "
           "value; column contains text; column is missing; joined by and, or.\nPut names and "
           "values that contain such words in quotation marks."));
}

SelectionPage::~SelectionPage() = default;

Side SelectionPage::side() const
{
    return m_ui->side->currentIndex() == 0 ? Side::x : Side::y;
}

void SelectionPage::beginFilter()
{
    m_ui->filter->setFocus();
    m_ui->filter->selectAll();
}

void SelectionPage::search()
{
    m_delay->stop();
    if (!m_workspace.hasData())
        return;
    auto found = searchItems(m_workspace.data()->items(side()), m_ui->text->text(),
                             {m_ui->expression->isChecked(), m_ui->labelsToo->isChecked()});
    if (!found)
        return m_ui->note->setText(shownText(QString::fromStdString(found.error().message)));
    m_searching = !m_ui->text->text().isEmpty();
    m_selection.select(side(), std::move(*found), Selection::Mode::Replace, Selection::Gesture::search);
    m_searching = false;
}

void SelectionPage::selectNearest()
{
    if (!m_workspace.prepared())
        return;
    m_findingNearest.start<std::vector<ItemIndex>>(
        tr("Looking for neighbours"),
        [spaces = m_workspace.prepared(), of = side(), items = m_selection.selected(side()),
         count = Index(m_ui->nearest->value())](const RunContext &context) -> Result<std::vector<ItemIndex>> {
            const PreparedSpace &space = of == Side::x ? *spaces.x : *spaces.y;
            std::vector<ItemIndex> found = nearestOfAny(items, space.rows, count, context);
            if (context.cancelled())
                return cancelledError();
            return found;
        },
        [this, of = side()](Result<std::vector<ItemIndex>> found) {
            if (found)
                m_selection.select(of, std::move(*found));
        });
}

void SelectionPage::showSelection()
{
    if (m_goingTo)
        return;
    const auto &items = m_selection.selected(side());
    m_model->setItems(side(), items);
    m_ui->table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_ui->note->setText(
        items.empty() && m_searching ? tr("No item matches.")
        : items.empty()              ? tr("Nothing is selected. Search above, click a point, or drag a box or a lasso.")
        : items.size() == 1          ? tr("1 item is selected.")
                                     : tr("%1 items are selected.").arg(countText(static_cast<Index>(items.size()))));
    if (const Index hidden = m_selection.hiddenCount(side()); hidden > 0)
        m_ui->note->setText(
            m_ui->note->text() + ' ' +
            tr("%1 of %2 items are hidden.").arg(countText(hidden), countText(m_workspace.data()->size(side()))));
    m_ui->copy->setEnabled(!items.empty());
    m_ui->write->setEnabled(!items.empty());
    m_ui->selectNearest->setEnabled(!items.empty());
}

void SelectionPage::goTo(const QModelIndex &index)
{
    m_goingTo = true;
    const ItemIndex item = m_model->item(index.row());
    m_selection.setFocus(m_model->side(), item);
    m_selection.setHover(m_model->side(), item);
    m_goingTo = false;
}

} // namespace anchorscope::gui
