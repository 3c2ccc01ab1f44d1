// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/disagreementpage.h"

#include "gui/display/itemtext.h"
#include "gui/style/controlstyle.h"
#include "gui/style/plaintext.h"
#include "gui/style/theme.h"
#include "gui/widgets/tableview.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTabBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr qsizetype longestMember = 30; ///< maximum length of an item's name in the list of groups, in characters

/// Number of items that a group's name and its tooltip list: those with the greatest entries in its eigenvector.
constexpr std::size_t membersOfName = 5, membersOfTip = 60;

enum { GroupMembers, GroupSize, TogetherInX, TogetherInY, disagreementColumns };

} // namespace

DisagreementPage::DisagreementPage(Workspace &workspace, Selection &selection, DisagreementController &disagreement,
                                   QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_selection(selection), m_disagreement(disagreement),
      m_headline(new QLabel), m_note(new QLabel), m_tabs(new QTabBar), m_groups(new QTreeWidget)
{
    build();
    connect(&disagreement, &DisagreementController::changed, this, &DisagreementPage::showState);
    connect(m_tabs, &QTabBar::currentChanged, this, &DisagreementPage::showGroups);
    onRowChosen(m_groups, [this](int row) { selectGroup(row); });
    connect(m_groups, &QTreeWidget::itemClicked, this,
            [this](QTreeWidgetItem *item) { selectGroup(m_groups->indexOfTopLevelItem(item)); });
    showState();
}

void DisagreementPage::build()
{
    makeTitle(*m_headline);
    for (QLabel *label : {m_headline, m_note}) {
        label->setWordWrap(true);
        plainText(label);
    }
    m_headline->setObjectName("disagreementHeadline");
    m_note->setObjectName("disagreementNote");
    m_tabs->setObjectName("disagreementTabs");
    m_tabs->setAccessibleName(tr("The space that keeps the groups together"));
    m_tabs->addTab(tr("Together in X"));
    m_tabs->addTab(tr("Together in Y"));
    m_tabs->setExpanding(false);
    m_groups->setObjectName("disagreementGroups");
    m_groups->setAccessibleName(tr("Groups of items on which the spaces disagree"));
    m_groups->setHeaderLabels({tr("Group"), tr("Items"), tr("In X"), tr("In Y")});
    m_groups->setRootIsDecorated(false);
    m_groups->setUniformRowHeights(true);
    m_groups->setAlternatingRowColors(true);
    m_groups->header()->setStretchLastSection(false);
    m_groups->header()->setSectionResizeMode(GroupMembers, QHeaderView::Stretch);
    for (int column = GroupSize; column < disagreementColumns; ++column)
        m_groups->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    const QString share = tr("Share of the 15 nearest neighbours of a member that are also members");
    m_groups->headerItem()->setToolTip(TogetherInX, share);
    m_groups->headerItem()->setToolTip(TogetherInY, share);
    deselectWith(m_groups, m_selection);
    auto *layout = new QVBoxLayout(this);
    for (QWidget *part : std::initializer_list<QWidget *>{m_headline, m_note, m_tabs})
        layout->addWidget(part);
    // The list of groups, if visible, takes all the height.
    constexpr int all = 1000;
    layout->addWidget(m_groups, all);
    layout->addStretch(1);
}

void DisagreementPage::showState()
{
    const DisagreementFound *found = m_disagreement.found();
    m_tabs->setVisible(found);
    m_groups->setVisible(found);
    if (!found) {
        m_headline->setText(tr("Where do the spaces disagree?"));
        const QString obstacle = m_disagreement.obstacle();
        m_note->setText(m_disagreement.finding() ? tr("Comparing neighbours in both spaces…")
                        : obstacle.isEmpty()     ? QString()
                                                 : shownName(obstacle));
        return;
    }
    const auto count = static_cast<Index>(found->groups.groups.size());
    m_headline->setText(count == 0   ? tr("Both spaces keep the same items together")
                        : count == 1 ? tr("1 group is kept together by only one space")
                                     : tr("%1 groups are kept together by only one space").arg(countText(count)));
    m_note->setText(
        tr("Compared: %1 %2. Groups that could arise by chance are left out.")
            .arg(countText(found->groups.pairs), found->byTruth ? tr("known pairs") : tr("pairs that the run found")));
    showGroups();
}

std::vector<const DisagreementGroup *> DisagreementPage::groups() const
{
    std::vector<const DisagreementGroup *> shown;
    const Side holds = m_tabs->currentIndex() == 0 ? Side::x : Side::y;
    if (const DisagreementFound *found = m_disagreement.found()) {
        for (const DisagreementGroup &group : found->groups.groups) {
            if (group.holds == holds)
                shown.push_back(&group);
        }
    }
    return shown;
}

QString DisagreementPage::membersOf(const DisagreementGroup &group, std::size_t most) const
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(most, group.members.size()); ++i) {
        const ItemIndex item = m_disagreement.found()->itemsOfX[static_cast<std::size_t>(group.members[i])];
        names << shownName(itemName(*m_workspace.data(), Side::x, item), longestMember);
    }
    return names.join(", ") + (most < group.members.size() ? QStringLiteral(" …") : QString());
}

void DisagreementPage::showGroups()
{
    const QSignalBlocker block(m_groups);
    m_groups->clear();
    const auto share = [](double value) { return QLocale().toString(value, 'f', 2); };
    for (const DisagreementGroup *group : groups()) {
        auto *row = new QTreeWidgetItem(m_groups, {membersOf(*group, membersOfName),
                                                   countText(static_cast<Index>(group->members.size())),
                                                   share(group->togetherX), share(group->togetherY)});
        row->setToolTip(GroupMembers, tooltipText(membersOf(*group, membersOfTip)));
        for (int column = GroupSize; column < disagreementColumns; ++column)
            row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    if (m_disagreement.found() && groups().empty())
        new QTreeWidgetItem(m_groups, {tr("No group"), {}, {}, {}});
}

void DisagreementPage::selectGroup(int row)
{
    const std::vector<const DisagreementGroup *> shown = groups();
    if (row < 0 || row >= static_cast<int>(shown.size()))
        return;
    m_selection.select(Side::x,
                       elementsAt(m_disagreement.found()->itemsOfX, shown[static_cast<std::size_t>(row)]->members),
                       Selection::Mode::Replace, Selection::Gesture::items);
}

} // namespace anchorscope::gui
