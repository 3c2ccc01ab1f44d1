// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/findactions.h"

#include "gui/display/itemtext.h"
#include "gui/models/appmodel.h"
#include "gui/style/plaintext.h"
#include "gui/window/docks.h"
#include "gui/window/panelgrid.h"

#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr std::size_t maxAnswers = 60;
/// Maximum number of times that the view is zoomed out by a factor of 2; together, by a factor of 4096.
constexpr int maxWidenings = 12;

/// True for widgets that use letters as text or to find a row, such as the open list of a combo box.
bool takesLetters(const QObject *widget)
{
    return qobject_cast<const QAbstractItemView *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget);
}

QString plainName(const QAction &action)
{
    return action.text().remove('&').remove(QStringLiteral("…"));
}

} // namespace

FindActions::FindActions(QMainWindow &window, AppModel &model, PanelGrid &panels, Docks &docks)
    : QObject(&window), m_window(window), m_model(model), m_panels(panels), m_docks(docks),
      m_finder(new Finder(&window)), m_job(model.drawing)
{
    qApp->installEventFilter(this);
}

bool FindActions::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && takesLetters(watched)) {
        const auto *key = static_cast<QKeyEvent *>(event);
        const bool bare = !(key->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier));
        if (bare && !key->text().isEmpty() && key->text().front().isPrint())
            event->accept();
    }
    return QObject::eventFilter(watched, event);
}

void FindActions::findItems()
{
    if (m_model.workspace.hasData())
        m_finder->open(tr("An item or a class by its name"), [this](const QString &typed) { askItems(typed); });
}

void FindActions::findCommands()
{
    m_finder->open(tr("A command"), [this](const QString &typed) { askCommands(typed); });
}

void FindActions::goTo(Side side, ItemIndex item)
{
    m_model.selection.setFocus(side, item);
    m_model.selection.select(side, {item});
    for (const Panel panel : allPanels) {
        if (const ItemIndex shown = m_model.selection.focus().of(sideOf(panel)); shown != noItem)
            m_panels.view(panel)->reveal(shown);
    }
    // Both relative panels show the same region, zoomed out until it contains the item and its partner.
    ScatterView *relative = m_panels.view(Panel::RelativeX);
    const auto inSight = [&](Panel panel) {
        const ItemIndex shown = m_model.selection.focus().of(sideOf(panel));
        return shown == noItem || !m_model.projections.plot(panel).coordinates ||
               m_panels.view(panel)->placeOf(shown).has_value();
    };
    for (int step = 0; step < maxWidenings && !(inSight(Panel::RelativeX) && inSight(Panel::RelativeY)); ++step)
        relative->zoom(0.5);
    m_docks.open("inspector");
}

void FindActions::askItems(const QString &typed)
{
    if (typed.isEmpty()) {
        m_job.drop();
        m_finder->show({});
        return;
    }
    m_job.start<FoundItems>(
        tr("Searching"),
        [data = m_model.workspace.data(), typed](const RunContext &context) -> Result<FoundItems> {
            return rankedItems(data->items(Side::x), typed, maxAnswers, context);
        },
        [this, typed](Result<FoundItems> found) {
            if (found)
                showItems(typed, *found);
        });
}

void FindActions::showItems(const QString &typed, const FoundItems &found)
{
    Finder::Answers answers;
    const LoadedData &data = *m_model.workspace.data();
    for (const ItemIndex item : found.best)
        answers.best.push_back({itemName(data, Side::x, item),
                                shownName(QString::fromStdString(data.items(Side::x).labelName(item)), longestInLabel),
                                [this, item] { goTo(Side::x, item); }});
    addClasses(typed, answers);
    const auto count = static_cast<Index>(found.all.size());
    if (count > 1)
        answers.goToAll = [this, all = found.all] { m_model.selection.select(Side::x, all); };
    answers.note = answers.best.empty() ? tr("Nothing is called “%1”.").arg(shownName(typed, longestInLabel))
                   : count > 1          ? tr("%1 items · Shift+Enter selects them all").arg(countText(count))
                                        : QString();
    m_finder->show(std::move(answers));
}

/// Inserts the matching classes below the best item.
void FindActions::addClasses(const QString &typed, Finder::Answers &answers)
{
    const ItemTable &items = m_model.workspace.data()->items(Side::x);
    for (std::size_t c = 0; c < items.labelNames.size(); ++c) {
        const QString name = QString::fromStdString(items.labelNames[c]);
        if (!matchRank(name, typed))
            continue;
        const auto members = std::count(items.labels.begin(), items.labels.end(), static_cast<std::int32_t>(c));
        const auto at = std::min<std::ptrdiff_t>(1, std::ssize(answers.best));
        answers.best.insert(answers.best.begin() + at, {name, tr("class of %1 items").arg(countText(members)),
                                                        [this, c] { selectLabel(static_cast<std::int32_t>(c)); }});
    }
}

void FindActions::selectLabel(std::int32_t label)
{
    const std::vector<std::int32_t> &labels = m_model.workspace.data()->items(Side::x).labels;
    std::vector<ItemIndex> members;
    for (std::size_t item = 0; item < labels.size(); ++item) {
        if (labels[item] == label)
            members.push_back(static_cast<ItemIndex>(item));
    }
    m_model.selection.select(Side::x, std::move(members));
}

void FindActions::askCommands(const QString &typed)
{
    struct Command
    {
        int rank;
        QAction *action;
    };
    std::vector<Command> found;
    QStringList known;
    for (QAction *action : m_window.findChildren<QAction *>()) {
        const bool usable =
            action->isEnabled() && !action->isSeparator() && !action->menu() && !action->text().isEmpty();
        const QString name = plainName(*action);
        const auto rank = typed.isEmpty() ? std::optional(0) : matchRank(name, typed);
        if (usable && rank && !action->statusTip().isEmpty() && !known.contains(name)) {
            found.push_back({*rank, action});
            known << name;
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Command &a, const Command &b) {
        return a.rank != b.rank ? a.rank < b.rank : plainName(*a.action).localeAwareCompare(plainName(*b.action)) < 0;
    });
    Finder::Answers answers;
    for (const Command &command : found)
        answers.best.push_back({plainName(*command.action),
                                command.action->shortcut().toString(QKeySequence::NativeText),
                                [action = command.action] { action->trigger(); }});
    if (found.empty())
        answers.note = tr("No command called “%1” is available now.").arg(shownName(typed, longestInLabel));
    m_finder->show(std::move(answers));
}

} // namespace anchorscope::gui
