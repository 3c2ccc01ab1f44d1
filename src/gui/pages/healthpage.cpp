// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/healthpage.h"

#include "gui/display/itemtext.h"
#include "gui/display/tablemodel.h"
#include "gui/state/workspace.h"
#include "gui/style/flowlayout.h"
#include "gui/style/theme.h"
#include "gui/views/heatmapview.h"
#include "gui/widgets/scorestate.h"
#include "gui/widgets/tableview.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace anchorscope::gui {

/// Table of the anchors with their contributions, each with the anchor most similar to it.
class HealthModel : public TableModel
{
public:
    explicit HealthModel(const Workspace &workspace, QObject *parent = nullptr);

    enum Column { Number, Item, Kind, Worth, Nearest, Cosine };
    void setSide(Side side);
    int anchor(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    void sort(int column, Qt::SortOrder order) override;

protected:
    int rows() const override { return static_cast<int>(m_order.size()); }
    QVariant extra(int row, int column, int role) const override;

private:
    Index nearest(int row) const { return m_nearest[static_cast<std::size_t>(anchor(row))]; }
    void take();
    void order();
    QString name(Index anchor) const;

    const Workspace &m_workspace;
    Side m_side = Side::x;
    std::vector<int> m_order;
    std::pair<int, Qt::SortOrder> m_sorted{-1, Qt::AscendingOrder};
    std::vector<Index> m_harmful;
    /// Index of the anchor most similar to each anchor; −1: none.
    std::vector<Index> m_nearest;
};

HealthModel::HealthModel(const Workspace &workspace, QObject *parent)
    : TableModel(
          {{tr("#"), tr("Position among the anchors, seeds first"), true, [this](int row) { return anchor(row) + 1; }},
           {tr("Anchor"), tr("Its item (the nearest item, if the anchor was found in Y)"), false,
            [this](int row) { return name(anchor(row)); }},
           {tr("Kind"), tr("Given as a seed, or found"), false,
            [this](int row) { return anchor(row) < m_workspace.health().seeds ? tr("seed") : tr("found"); }},
           {tr("Contribution"),
            tr("MRR X → Y of all anchors minus MRR without this one, on 1,000 random pairs; negative if the "
               "anchor lowers the score"),
            true,
            [this](int row) {
                const auto &values = m_workspace.health().values;
                return values.empty() ? QVariant() : values[static_cast<std::size_t>(anchor(row))];
            },
            decimals(4)},
           {tr("Most similar"), tr("The anchor nearest to it"), false,
            [this](int row) { return nearest(row) < 0 ? QString() : name(nearest(row)); }},
           {tr("Cosine"), tr("Cosine with that anchor; above 0.95 one of the two is nearly redundant"), true,
            [this](int row) {
                return nearest(row) < 0 ? QVariant()
                                        : QVariant(m_workspace.health().of(m_side).gram(anchor(row), nearest(row)));
            },
            decimals(3)}},
          parent),
      m_workspace(workspace)
{
    connect(&workspace, &Workspace::healthChanged, this, &HealthModel::take);
    take();
}

void HealthModel::setSide(Side side)
{
    m_side = side;
    take();
}

void HealthModel::take()
{
    beginResetModel();
    const HealthResult &health = m_workspace.health();
    m_order.resize(health.itemsOfX.size());
    m_nearest = nearestAnchors(health.of(m_side).gram);
    m_harmful = harmfulAnchors(health);
    m_nearest.resize(m_order.size(), -1);
    order();
    endResetModel();
}

QString HealthModel::name(Index anchor) const
{
    const HealthResult &health = m_workspace.health();
    const auto &items = m_side == Side::x ? health.itemsOfX : health.itemsOfY;
    return itemName(*m_workspace.data(), m_side, items[static_cast<std::size_t>(anchor)]);
}

QVariant HealthModel::extra(int row, int column, int role) const
{
    if (role == Qt::ForegroundRole && column == Cosine &&
        value(row, column).toDouble() > AnchorHealthOptions().duplicateAbove)
        return warningColour();
    if (role == Qt::ForegroundRole && column == Worth && std::ranges::count(m_harmful, anchor(row)) > 0)
        return warningColour();
    return {};
}

void HealthModel::sort(int column, Qt::SortOrder order)
{
    m_sorted = {column, order};
    beginResetModel();
    this->order();
    endResetModel();
}

void HealthModel::order()
{
    std::iota(m_order.begin(), m_order.end(), 0);
    const auto [column, direction] = m_sorted;
    if (column < 0)
        return;
    std::vector<QVariant> keys;
    for (int row = 0; row < rows(); ++row)
        keys.push_back(value(row, column));
    const bool number = column == Number || column == Worth || column == Cosine;
    std::stable_sort(m_order.begin(), m_order.end(), [&](int a, int b) {
        if (direction == Qt::DescendingOrder)
            std::swap(a, b);
        const QVariant &x = keys[static_cast<std::size_t>(a)], &y = keys[static_cast<std::size_t>(b)];
        return number ? x.toDouble() < y.toDouble() : x.toString().localeAwareCompare(y.toString()) < 0;
    });
}

namespace {

/// Formats a condition number with three digits, e.g. “5.43” or “11,100”; from a million on, with a power of ten.
QString conditionText(double number)
{
    constexpr double maxWritten = 1e6;
    if (number < 100)
        return QLocale().toString(number, 'g', 3);
    const double digits = std::floor(std::log10(number));
    if (number < maxWritten) {
        const double unit = std::pow(10, digits - 2);
        return QLocale().toString(std::round(number / unit) * unit, 'f', 0);
    }
    return HealthPage::tr("%1 × 10<sup>%2</sup>").arg(number / std::pow(10, digits), 0, 'f', 2).arg(digits);
}

} // namespace

HealthPage::HealthPage(Workspace &workspace, Selection &selection, HealthController &controller, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_controller(controller),
      m_measure(new QPushButton(icon("anchor"), tr("&Measure"))), m_side(new QComboBox), m_colour(new QToolButton),
      m_note(new QLabel), m_facts(new QLabel), m_provenance(new QLabel), m_gram(new HeatMapView),
      m_table(new QTableView), m_model(new HealthModel(workspace, this))
{
    m_measure->setObjectName("measureHealth");
    m_side->addItems({tr("anchors in X"), tr("anchors in Y")});
    m_side->setAccessibleName(tr("Space"));
    m_colour->setText(tr("Colour points by coverage"));
    m_colour->setToolTip(tr("How close each item is to its nearest anchor"));
    m_gram->setMessage(tr("Similarities among the anchors are shown here."));
    m_gram->setTitles(tr("Cosines among the anchors, similar ones together"), tr("anchor"), tr("anchor"));
    m_gram->setRange(-1, 1, tr("cosine"));
    m_gram->setToolTip(tr("Click to select the two anchors"));
    m_table->setAccessibleName(tr("Anchors and their values"));
    m_provenance->setAccessibleName(tr("Settings of the measurement"));
    m_facts->setAccessibleName(tr("How well the anchors span the space"));
    m_note->setAccessibleName(tr("Note"));
    build();
    connectParts();
    showResult();
}

void HealthPage::build()
{
    m_table->setModel(m_model);
    configureTable(m_table, {HealthModel::Item, HealthModel::Nearest});
    offerCopies(m_table, *m_model, "anchors.csv");
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    for (QLabel *label : {m_note, m_facts, m_provenance}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    // Rich text, because the verdict is bold. The text contains no names of items, which could be mistaken for tags.
    m_facts->setTextFormat(Qt::RichText);
    auto *tools = new FlowLayout(usualSpacing);
    for (QWidget *each : std::initializer_list<QWidget *>{m_measure, m_side, m_colour})
        tools->addWidget(each);
    auto *splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_gram);
    splitter->addWidget(m_table);
    splitter->setSizes({380, 300});
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(tools);
    layout->addWidget(m_note);
    layout->addWidget(m_facts);
    layout->addWidget(splitter, 1);
    layout->addWidget(m_provenance);
}

void HealthPage::connectParts()
{
    connect(m_measure, &QPushButton::clicked, &m_controller, &HealthController::measure);
    connect(m_side, &QComboBox::activated, this, [this] {
        m_model->setSide(side());
        showResult();
    });
    connect(m_colour, &QToolButton::clicked, this, [this] { Q_EMIT colourRequested(ColourBy::Coverage); });
    connect(m_gram, &HeatMapView::cellClicked, this, [this](int row, int column) {
        const auto &order = m_workspace.health().order(side());
        select({static_cast<int>(order[static_cast<std::size_t>(row)]),
                static_cast<int>(order[static_cast<std::size_t>(column)])});
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        std::vector<int> anchors;
        for (const QModelIndex &index : m_table->selectionModel()->selectedRows())
            anchors.push_back(m_model->anchor(index.row()));
        if (!anchors.empty())
            select(anchors);
    });
    connect(&m_controller, &HealthController::stateChanged, this, &HealthPage::showState);
    connect(&m_workspace, &Workspace::healthChanged, this, &HealthPage::showResult);
}

Side HealthPage::side() const
{
    return m_side->currentIndex() == 0 ? Side::x : Side::y;
}

void HealthPage::select(const std::vector<int> &anchors)
{
    const HealthResult &health = m_workspace.health();
    std::vector<ItemIndex> chosen = elementsAt(side() == Side::x ? health.itemsOfX : health.itemsOfY, anchors);
    m_selection.setFocus(side(), chosen.back());
    m_selection.select(side(), std::move(chosen));
}

/// Summary of how well the anchors span the space, in one line with advice.
QString HealthPage::verdict() const
{
    const HealthResult &result = m_workspace.health();
    const AnchorHealth &health = result.of(side());
    const Span span = spanOf(health);
    const std::size_t harmful = harmfulAnchors(result).size();
    const bool good = span == Span::good && harmful == 0;
    QStringList parts{tr("the anchors capture %1% of the effective rank of %2")
                          .arg(100 * spanShare(health), 0, 'f', 0)
                          .arg(side() == Side::x ? tr("X") : tr("Y"))};
    if (span != Span::good)
        parts << (health.nearDuplicates.empty() ? tr("more anchors would help")
                                                : tr("more diverse anchors would help"));
    if (harmful > 0)
        parts << (harmful == 1 ? tr("one lowers the score") : tr("%1 lower the score").arg(harmful));
    else if (!result.values.empty())
        parts << tr("no anchor lowers the score");
    return QString("<b style=\"color:%1\">%2:</b> %3.")
        .arg((good ? okColour() : warningColour()).name(),
             good                 ? tr("Good")
             : span == Span::poor ? tr("Poor")
                                  : tr("Fair"),
             parts.join("; "));
}

QString HealthPage::facts() const
{
    const HealthResult &result = m_workspace.health();
    const AnchorHealth &health = result.of(side());
    const auto anchors = static_cast<int>(result.itemsOfX.size());
    const QString condition = std::isfinite(health.conditionNumber) ? conditionText(health.conditionNumber)
                                                                    : tr("infinite (some anchors are redundant)");
    QStringList lines{verdict(), tr("Condition number %1 · effective rank %2 of %3 anchors, of all items %4")
                                     .arg(condition)
                                     .arg(health.effectiveRank, 0, 'f', 1)
                                     .arg(anchors)
                                     .arg(health.spaceRank, 0, 'f', 1)};
    lines << tr("Mean coverage %1 · near-duplicate pairs %2 (cosine above %3)")
                 .arg(health.coverage, 0, 'f', 3)
                 .arg(health.nearDuplicates.size())
                 .arg(static_cast<double>(AnchorHealthOptions().duplicateAbove), 0, 'f', 2);
    return lines.join("<br>");
}

void HealthPage::showState()
{
    const HealthResult &health = m_workspace.health();
    ScoreState state;
    state.obstacle = m_controller.obstacle();
    state.busyNote = tr("Measuring…");
    state.emptyNote =
        tr("Not measured yet. Shows how well the anchors span the space, and which of them are redundant.");
    state.measuring = m_controller.measuring();
    state.measured = !health.empty();
    state.current = m_workspace.isHealthCurrent();
    if (state.measured)
        state.provenance = m_workspace.pair().text(health.provenance);
    showScoreState({m_measure, m_note, m_provenance}, state);
}

void HealthPage::showResult()
{
    const HealthResult &result = m_workspace.health();
    const bool measured = !result.empty();
    for (QWidget *widget :
         {static_cast<QWidget *>(m_facts), static_cast<QWidget *>(m_provenance), static_cast<QWidget *>(m_table)})
        widget->setVisible(measured);
    m_colour->setEnabled(measured);
    m_table->setEnabled(measured);
    if (measured)
        m_facts->setText(facts());
    showGram();
    showState();
}

/// Orders the matrix of similarities so that similar anchors are adjacent.
void HealthPage::showGram()
{
    const HealthResult &result = m_workspace.health();
    const Matrix &gram = result.of(side()).gram;
    const auto &items = side() == Side::x ? result.itemsOfX : result.itemsOfY;
    const std::vector<Index> &order = result.order(side());
    Eigen::MatrixXd ordered(gram.rows(), gram.cols());
    QStringList names;
    for (Index i = 0; i < gram.rows(); ++i) {
        const Index from = order[static_cast<std::size_t>(i)];
        names << itemName(*m_workspace.data(), side(), items[static_cast<std::size_t>(from)]);
        for (Index j = 0; j < gram.cols(); ++j)
            ordered(i, j) = gram(from, order[static_cast<std::size_t>(j)]);
    }
    m_gram->setMatrix(ordered, names, names);
}

} // namespace anchorscope::gui
