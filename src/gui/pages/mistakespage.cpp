// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/mistakespage.h"

#include "gui/display/itemtext.h"
#include "gui/style/controlstyle.h"
#include "gui/style/pagearea.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/tableview.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTabBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Maximum number of listed items; the filter and the selection use all wrong items.
constexpr std::size_t mostWorst = 200;
constexpr qsizetype longestGroupName = 60;  ///< maximum length of a group's name in characters; the tooltip shows more
constexpr int shareRole = Qt::UserRole + 1; ///< Qt role for the length of a bar, as a share of the longest bar

enum GroupColumn { GroupName, GroupShare, GroupItems };

/// Draws a table cell as a bar for a share, followed by the number.
class ShareDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QString text = index.data().toString();
        QStyleOptionViewItem plain = option;
        initStyleOption(&plain, index);
        plain.text.clear();
        plain.widget->style()->drawControl(QStyle::CE_ItemViewItem, &plain, painter, plain.widget);
        const int letters = option.fontMetrics.horizontalAdvance(QStringLiteral("100.0%")) + 6;
        const QRect room = option.rect.adjusted(4, 5, -letters - 4, -5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(wrongColour());
        const double width = room.width() * index.data(shareRole).toDouble();
        painter->drawRoundedRect(QRectF(room.left(), room.top(), width, room.height()), 2, 2);
        painter->setPen(option.state & QStyle::State_Selected ? option.palette.highlightedText().color()
                                                              : option.palette.text().color());
        painter->drawText(QRectF(room.left() + width + 5, option.rect.top(), letters, option.rect.height()),
                          Qt::AlignVCenter, text);
        painter->restore();
    }
};

QTreeWidget *list(const QStringList &titles, const QString &name, const char *object)
{
    auto *made = new QTreeWidget;
    made->setObjectName(object);
    made->setAccessibleName(name);
    made->setHeaderLabels(titles);
    made->setRootIsDecorated(false);
    made->setUniformRowHeights(true);
    made->setAlternatingRowColors(true);
    made->header()->setStretchLastSection(false);
    return made;
}

} // namespace

MistakesPage::MistakesPage(Workspace &workspace, Selection &selection, MistakesController &mistakes, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_mistakes(mistakes), m_headline(new QLabel),
      m_note(new QLabel), m_worstTitle(new QLabel), m_tabs(new QTabBar), m_column(new QComboBox),
      m_groups(list({tr("Group"), tr("Wrong"), tr("Items")}, tr("Groups and their wrong items"), "mistakeGroups")),
      m_worst(list({tr("Item"), tr("Found instead"), tr("Correct")}, tr("Worst items"), "worstItems"))
{
    build();
    connect(&workspace, &Workspace::mistakesChanged, this, &MistakesPage::showMistakes);
    connect(&mistakes, &MistakesController::stateChanged, this, &MistakesPage::showMistakes);
    connect(m_tabs, &QTabBar::currentChanged, this, &MistakesPage::showGroups);
    connect(m_column, &QComboBox::activated, this, &MistakesPage::showGroups);
    onRowChosen(m_groups, [this](int row) { selectGroup(row); });
    connect(m_groups, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem *item) { selectGroup(m_groups->indexOfTopLevelItem(item)); });
    onRowChosen(m_worst, [this](int row) { selectItem(row); });
    connect(m_worst, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem *item) { selectItem(m_worst->indexOfTopLevelItem(item)); });
    deselectWith(m_groups, selection);
    deselectWith(m_worst, selection);
    connect(&selection, &Selection::selectionChanged, this, [this] {
        if (m_selection.isEmpty() && m_workspace.mistakes())
            showWorst();
    });
    showMistakes();
}

void MistakesPage::build()
{
    makeTitle(*m_headline);
    m_headline->setWordWrap(true);
    m_headline->setObjectName("mistakesHeadline");
    m_note->setWordWrap(true);
    m_note->setObjectName("mistakesNote");
    plainText(m_headline);
    plainText(m_note);
    makeTitle(*m_worstTitle);
    m_tabs->setObjectName("mistakeTabs");
    m_tabs->setAccessibleName(tr("Grouping of the items"));
    for (const QString &name : {tr("By label"), tr("By column"), tr("By region")})
        m_tabs->addTab(name);
    m_tabs->setExpanding(false);
    m_column->setObjectName("mistakeColumn");
    m_column->setAccessibleName(tr("Column"));
    m_groups->setItemDelegateForColumn(GroupShare, new ShareDelegate(m_groups));
    m_groups->header()->setSectionResizeMode(GroupName, QHeaderView::Fixed);
    m_groups->header()->setSectionResizeMode(GroupShare, QHeaderView::Stretch);
    m_groups->header()->setSectionResizeMode(GroupItems, QHeaderView::ResizeToContents);
    for (int column = 0; column < m_worst->columnCount(); ++column)
        m_worst->header()->setSectionResizeMode(column, QHeaderView::Stretch);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_headline);
    layout->addWidget(m_note);
    layout->addWidget(m_tabs);
    layout->addWidget(m_column);
    layout->addWidget(m_groups,
                      300); // the list of groups, if visible, takes all free height
    layout->addWidget(m_worstTitle);
    layout->addWidget(m_worst, 200);
    layout->addStretch(1);
}

void MistakesPage::setFitted(bool fitted)
{
    for (QTreeWidget *list : {m_groups, m_worst})
        fillHeight(*list, fitted);
}

void MistakesPage::showMistakes()
{
    const Mistakes *found = m_workspace.mistakes();
    m_note->show();
    for (QWidget *part : std::initializer_list<QWidget *>{m_tabs, m_groups, m_worst, m_worstTitle})
        part->setVisible(found && !found->wrong.empty());
    if (!found) {
        m_headline->setText(tr("Where is it wrong?"));
        m_note->setText(m_mistakes.finding() ? tr("Finding mistakes…")
                                             : tr("Align the spaces first: the run then shows where it is wrong."));
        m_column->hide();
        return;
    }
    const QString wrong = countText(static_cast<Index>(found->wrong.size())),
                  all = countText(static_cast<Index>(found->judged.size()));
    m_headline->setText(found->byTruth ? tr("%1 of %2 items were matched incorrectly").arg(wrong, all)
                                       : tr("%1 of %2 matches are contested").arg(wrong, all));
    const Index others = m_workspace.data()->size(Side::y) - static_cast<Index>(found->judged.size());
    m_note->setText(found->byTruth ? others > 0
                                         ? tr("The other %1 are seeds or have no partner.").arg(countText(others))
                                         : QString()
                                   : tr("The true pairs are not known. A match is contested if another item of Y has "
                                        "the same match and is closer to it."));
    m_note->setVisible(!m_note->text().isEmpty());
    m_tabs->setTabVisible(ByLabel, !found->label.groups.empty());
    m_tabs->setTabVisible(ByColumn, !found->columns.empty());
    m_column->clear();
    for (const MistakesByColumn &column : found->columns)
        m_column->addItem(column.column == rowColumn
                              ? tr("row number")
                              : shownName(QString::fromStdString(column.column), longestInLabel));
    m_worstTitle->setToolTip(found->byTruth
                                 ? tr("Ordered by how much nearer the found item is than the partner, by cosine")
                                 : tr("Ordered by how much nearer the other item with the same match is, by cosine"));
    showGroups();
}

const std::vector<MistakeGroup> *MistakesPage::groups() const
{
    const Mistakes *found = m_workspace.mistakes();
    if (!found)
        return nullptr;
    const auto column = static_cast<std::size_t>(std::max(0, m_column->currentIndex()));
    switch (m_tabs->currentIndex()) {
    case ByLabel:
        return &found->label.groups;
    case ByColumn:
        return column < found->columns.size() ? &found->columns[column].groups : nullptr;
    default:
        return &found->regions;
    }
}

/// Name of a group. The name of a group of consecutive rows contains the numbers of the first and the last row, from 0.
QString MistakesPage::nameOf(const MistakeGroup &group) const
{
    const auto column = static_cast<std::size_t>(std::max(0, m_column->currentIndex()));
    if (m_tabs->currentIndex() != ByColumn || m_workspace.mistakes()->columns[column].column != rowColumn)
        return QString::fromStdString(group.name);
    const auto [first, last] = std::ranges::minmax(group.items);
    return tr("%1 to %2").arg(first).arg(last);
}

void MistakesPage::showGroups()
{
    const QSignalBlocker block(m_groups);
    m_groups->clear();
    m_column->setVisible(m_tabs->currentIndex() == ByColumn && m_column->count() > 0 && groups());
    if (m_workspace.mistakes())
        showWorst();
    const std::vector<MistakeGroup> *shown = groups();
    if (!shown)
        return;
    double longest = 0;
    for (const MistakeGroup &group : *shown)
        longest = std::max(longest, group.share());
    for (const MistakeGroup &group : *shown) {
        const QString name = nameOf(group);
        auto *row = new QTreeWidgetItem(m_groups, {shownName(name, longestGroupName),
                                                   tr("%1%").arg(QLocale().toString(100 * group.share(), 'f', 1)),
                                                   countText(static_cast<Index>(group.items.size()))});
        row->setData(GroupShare, shareRole, longest > 0 ? group.share() / longest : 0);
        row->setToolTip(GroupName, tooltipText(name));
        row->setToolTip(GroupShare, tr("%1 of %2 items").arg(group.wrong.size()).arg(group.items.size()));
        row->setTextAlignment(GroupItems, Qt::AlignRight | Qt::AlignVCenter);
    }
    if (shown->empty() && m_tabs->currentIndex() == ByRegion) {
        auto *none =
            new QTreeWidgetItem(m_groups, {tr("No region has clearly more mistakes than the others."), {}, {}});
        none->setFirstColumnSpanned(true);
    }
    m_groups->headerItem()->setText(GroupName, m_tabs->currentIndex() == ByRegion ? tr("Region around") : tr("Group"));
    fitGroupNames();
}

/// Widens the column for the names, but leaves room for the bars.
void MistakesPage::fitGroupNames()
{
    constexpr double maxForNames = 0.45; ///< maximum share of the table's width for group names
    const QAbstractItemView &view = *m_groups;
    const int heading = m_groups->header()->sectionSizeHint(GroupName);
    m_groups->header()->resizeSection(GroupName, std::min(qRound(maxForNames * m_groups->viewport()->width()),
                                                          std::max(heading, view.sizeHintForColumn(GroupName))));
}

void MistakesPage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitGroupNames();
}

void MistakesPage::showWorst(const MistakeGroup *of)
{
    const QSignalBlocker block(m_worst);
    m_worst->clear();
    m_listed.clear();
    const Mistakes &found = *m_workspace.mistakes();
    const QString title = found.byTruth ? tr("Worst items") : tr("Least certain items");
    m_worstTitle->setText(of ? tr("%1: %2").arg(title, shownName(QString::fromStdString(of->name), longestGroupName))
                             : title);
    const LoadedData &loaded = *m_workspace.data();
    const auto name = [&](Side side, ItemIndex item) {
        return item == noItem ? QString() : shownName(itemName(loaded, side, item), longestGroupName);
    };
    m_worst->setColumnHidden(2, !found.byTruth || partnersAreNamesakes(loaded));
    for (const Mistake &each : found.wrong) {
        if (m_listed.size() == mostWorst)
            break;
        if (of && !std::ranges::binary_search(of->wrong, each.y))
            continue;
        m_listed.push_back(each.y);
        auto *line = new QTreeWidgetItem(
            m_worst, {name(Side::y, each.y), name(Side::x, each.found), name(Side::x, each.partner)});
        line->setData(0, Qt::DecorationRole, cellThumbnail(loaded.items(Side::y), each.y));
        line->setData(1, Qt::DecorationRole, cellThumbnail(loaded.items(Side::x), each.found));
        line->setData(2, Qt::DecorationRole, cellThumbnail(loaded.items(Side::x), each.partner));
    }
}

void MistakesPage::selectGroup(int row)
{
    const std::vector<MistakeGroup> *shown = groups();
    if (!shown || row < 0 || row >= static_cast<int>(shown->size()))
        return;
    const MistakeGroup &group = (*shown)[static_cast<std::size_t>(row)];
    m_selection.select(Side::y, group.items, Selection::Mode::Replace, Selection::Gesture::items);
    showWorst(&group);
    if (m_tabs->currentIndex() == ByRegion)
        Q_EMIT m_selection.revealed();
}

void MistakesPage::selectItem(int row)
{
    if (row < 0 || row >= std::ssize(m_listed))
        return;
    const ItemIndex item = m_listed[static_cast<std::size_t>(row)];
    m_selection.setFocus(Side::y, item);
    m_selection.select(Side::y, {item}, Selection::Mode::Replace, Selection::Gesture::items);
}

} // namespace anchorscope::gui
