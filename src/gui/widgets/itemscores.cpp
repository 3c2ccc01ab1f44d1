// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/itemscores.h"

#include "gui/display/itemtext.h"
#include "gui/display/labels.h"
#include "gui/models/itemmodel.h"
#include "gui/style/flowlayout.h"
#include "gui/views/histogramview.h"
#include "gui/widgets/tableview.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <limits>

namespace anchorscope::gui {

namespace {

constexpr double everything = std::numeric_limits<double>::infinity();

HistogramView::Extent extentOf(ColourBy meaning, const RetrievalScores &scores)
{
    if (meaning == ColourBy::Rank)
        return {1, static_cast<double>(std::max<Index>(2, scores.targets)), true};
    if (meaning == ColourBy::Jaccard)
        return {0, 1, false};
    const std::vector<float> &values = itemValues(scores, meaning);
    if (values.empty())
        return {0, 1, false};
    const auto [lowest, highest] = std::minmax_element(values.begin(), values.end());
    if (meaning == ColourBy::Margin)
        return {std::floor(10.0 * std::min(*lowest, -0.05F)) / 10, std::ceil(10.0 * std::max(*highest, 0.05F)) / 10,
                false};
    return {std::floor(10.0 * std::min(*lowest, 0.9F)) / 10, 1, false};
}

} // namespace

ItemScoresView::ItemScoresView(Workspace &workspace, Selection &selection, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_method(new QComboBox),
      m_direction(new QComboBox), m_value(new QComboBox), m_colour(new QToolButton), m_histogram(new HistogramView),
      m_note(new QLabel), m_table(new QTableView), m_model(new ItemModel(workspace, this))
{
    m_direction->addItem(tr("X → Y"));
    m_direction->addItem(tr("Y → X"));
    m_value->addItem(tr("rank of the partner"), static_cast<int>(ColourBy::Rank));
    m_value->addItem(tr("cosine with the partner"), static_cast<int>(ColourBy::Cosine));
    m_value->addItem(tr("margin of the partner"), static_cast<int>(ColourBy::Margin));
    m_value->addItem(tr("Jaccard index"), static_cast<int>(ColourBy::Jaccard));
    m_colour->setText(tr("Colour points"));
    m_colour->setToolTip(tr("Colour the points of all panels by this value"));
    m_colour->setAccessibleName(m_colour->toolTip());
    m_method->setAccessibleName(tr("Anchors whose values are shown"));
    m_direction->setAccessibleName(tr("Queries → index"));
    m_value->setAccessibleName(tr("Value of each item"));
    m_histogram->setAccessibleName(tr("Histogram of the values per item"));
    m_histogram->setMessage(tr("Measure retrieval to see the distribution of its values over the items."));
    m_histogram->setToolTip(tr("Drag over bars to select their items"));
    m_table->setAccessibleName(tr("Items, worst first"));
    m_note->setWordWrap(true);
    for (QComboBox *box : {m_method, m_value}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(15); // width in wide letters, for the longest entry, “Found, continuous”
    }
    build();
    connectParts();
    fillMethods();
}

void ItemScoresView::build()
{
    m_table->setModel(m_model);
    configureTable(m_table, {ItemModel::Name, ItemModel::Partner, ItemModel::Found, ItemModel::Label});
    // Moves the column Found to the left, so that it is visible in a narrow dock.
    m_table->horizontalHeader()->moveSection(ItemModel::Found, ItemModel::Name + 1);
    offerCopies(m_table, *m_model, "items.csv");
    m_table->setSortingEnabled(true);
    connect(&m_workspace, &Workspace::dataChanged, this, [this] { showFirstColumns(m_table, ItemModel::FirstOwn, 1); });
    auto *tools = new FlowLayout(usualSpacing);
    for (QWidget *each : std::initializer_list<QWidget *>{m_method, m_direction, m_value, m_colour})
        tools->addWidget(each);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addLayout(tools);
    layout->addWidget(m_histogram);
    layout->addWidget(m_note);
    layout->addWidget(m_table, 1);
}

void ItemScoresView::connectParts()
{
    connect(m_method, &QComboBox::activated, this,
            [this] { m_workspace.showScores(m_method->currentData().toString().toStdString()); });
    connect(m_direction, &QComboBox::activated, this, &ItemScoresView::showValues);
    connect(m_value, &QComboBox::activated, this, &ItemScoresView::showValues);
    connect(m_colour, &QToolButton::clicked, this, [this] { Q_EMIT colourRequested(meaning()); });
    connect(m_histogram, &HistogramView::brushed, this, &ItemScoresView::brushed);
    onRowChosen(m_table, [this](int row) { goTo(row); });
    connect(&m_workspace, &Workspace::retrievalChanged, this, &ItemScoresView::fillMethods);
    connect(&m_workspace, &Workspace::shownScoresChanged, this, &ItemScoresView::showValues);
    connect(&m_workspace, &Workspace::setupChanged, this, [this] {
        if (m_table->isEnabled() != (scores() != nullptr))
            showValues();
    });
    connect(&m_selection, &Selection::selectionChanged, this, [this] {
        if (!m_selecting)
            m_histogram->clearBrush();
    });
}

Side ItemScoresView::side() const
{
    return m_direction->currentIndex() == 0 ? Side::x : Side::y;
}

ColourBy ItemScoresView::meaning() const
{
    return static_cast<ColourBy>(m_value->currentData().toInt());
}

const RetrievalScores *ItemScoresView::scores() const
{
    const RetrievalRow *row = m_workspace.shownScores();
    return !row ? nullptr : side() == Side::x ? &row->xToY : &row->yToX;
}

void ItemScoresView::fillMethods()
{
    m_method->clear();
    for (const RetrievalRow &row : m_workspace.retrieval().rows) {
        if (!row.xToY.queryItems.empty())
            m_method->addItem(representationLabel(row.method), QString::fromStdString(row.method));
    }
    showValues();
}

void ItemScoresView::showValues()
{
    const RetrievalScores *shown = scores();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_method), static_cast<QWidget *>(m_direction), static_cast<QWidget *>(m_value),
          static_cast<QWidget *>(m_colour), static_cast<QWidget *>(m_table)})
        widget->setEnabled(shown);
    if (!shown) {
        m_histogram->setValues({}, {}, {});
        m_model->setItems(Side::x, {});
        m_note->clear();
        return;
    }
    m_method->setCurrentIndex(m_method->findData(QString::fromStdString(m_workspace.shownScores()->method)));
    m_histogram->setValues(itemValues(*shown, meaning()), extentOf(meaning(), *shown), m_value->currentText());
    // Hides Margin and Jaccard unless chosen, to leave space for names.
    m_table->setColumnHidden(ItemModel::Margin, meaning() != ColourBy::Margin);
    m_table->setColumnHidden(ItemModel::Jaccard, meaning() != ColourBy::Jaccard);
    m_table->setColumnHidden(ItemModel::Partner, partnersAreNamesakes(*m_workspace.data()));
    listItems(-everything, everything);
}

void ItemScoresView::listItems(double low, double high)
{
    const RetrievalScores &shown = *scores();
    const std::vector<float> &values = itemValues(shown, meaning());
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < std::min(values.size(), shown.queryItems.size()); ++i) {
        if (values[i] >= low && values[i] <= high)
            places.push_back(i);
    }
    const bool highIsBad = meaning() == ColourBy::Rank;
    std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
        if (values[a] != values[b])
            return highIsBad ? values[a] > values[b] : values[a] < values[b];
        return !shown.itemMargin.empty() && shown.itemMargin[a] < shown.itemMargin[b];
    });
    m_note->setText(tr("%1 of %2 items, worst first: by %3, then by how much nearer another item is than the partner")
                        .arg(countText(std::ssize(places)), countText(static_cast<Index>(shown.queryItems.size())),
                             m_value->currentText()));
    m_model->setItems(side(), elementsAt(shown.queryItems, places));
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
}

void ItemScoresView::brushed(double low, double high)
{
    if (!scores())
        return;
    listItems(low, high);
    std::vector<ItemIndex> items;
    for (int row = 0; row < m_model->rowCount(); ++row)
        items.push_back(m_model->item(row));
    m_selecting = true;
    m_selection.select(side(), std::move(items), Selection::Mode::Replace, Selection::Gesture::brush);
    m_selecting = false;
}

void ItemScoresView::goTo(int row)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    m_selecting = true;
    m_selection.setFocus(m_model->side(), m_model->item(row));
    m_selection.select(m_model->side(), {m_model->item(row)}, Selection::Mode::Replace, Selection::Gesture::items);
    m_selecting = false;
}

} // namespace anchorscope::gui
