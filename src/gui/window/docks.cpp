// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/window/docks.h"

#include "gui/style/pagearea.h"
#include "gui/style/theme.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

namespace anchorscope::gui {

namespace {

struct TaskText
{
    const char *name, *icon, *tip;
};

constexpr std::array<TaskText, Docks::tasks> taskTexts{
    {{QT_TRANSLATE_NOOP("Docks", "Explore"), "data", QT_TRANSLATE_NOOP("Docks", "The spaces and the selection")},
     {QT_TRANSLATE_NOOP("Docks", "Add seeds"), "seed-add",
      QT_TRANSLATE_NOOP("Docks", "Known pairs of items, and how well they span the spaces")},
     {QT_TRANSLATE_NOOP("Docks", "Align"), "play", QT_TRANSLATE_NOOP("Docks", "The method, its settings and the runs")},
     {QT_TRANSLATE_NOOP("Docks", "Evaluate"), "retrieval",
      QT_TRANSLATE_NOOP("Docks", "Where the result is wrong, one item in both spaces, retrieval and stitching")},
     {QT_TRANSLATE_NOOP("Docks", "Lab"), "settings",
      QT_TRANSLATE_NOOP("Docks", "Playground, experiments, comparison and translation")}}};

QString inWords(const char *text)
{
    return QCoreApplication::translate("Docks", text);
}

std::size_t placeOf(Docks::Task task)
{
    return static_cast<std::size_t>(task);
}

} // namespace

Docks::Docks(QMainWindow &window) : QObject(&window), m_window(window), m_rail(new QToolBar(tr("Tasks"), &window))
{
    window.setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
    buildRail();
}

void Docks::buildRail()
{
    m_rail->setObjectName("rail");
    m_rail->setMovable(false);
    m_rail->setContextMenuPolicy(Qt::PreventContextMenu);
    m_rail->toggleViewAction()->setVisible(false);
    for (std::size_t i = 0; i < tasks; ++i) {
        auto *button = new QToolButton;
        button->setObjectName("task" + QString(taskTexts[i].name).remove(' '));
        button->setText(inWords(taskTexts[i].name));
        button->setIcon(icon(taskTexts[i].icon));
        button->setToolTip(inWords(taskTexts[i].tip));
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(button, &QToolButton::clicked, this, [this, i] {
            const auto task = static_cast<Task>(i);
            if (task == m_task && anyShown())
                toggle();
            else
                openTask(task);
            follow();
        });
        m_rail->addWidget(button);
        m_buttons[i] = button;
    }
    m_window.addToolBar(Qt::LeftToolBarArea, m_rail);
    m_rail->hide();
}

QDockWidget *Docks::add(const char *name, QWidget *page)
{
    const auto *entry = std::ranges::find(lessons::docks, std::string_view(name), &lessons::Dock::name);
    auto *dock = new QDockWidget(inWords(entry->title), &m_window);
    dock->setObjectName(name);
    dock->setWidget(new PageArea(page));
    m_window.addDockWidget(Qt::RightDockWidgetArea, dock);
    if (!m_docks.empty())
        m_window.tabifyDockWidget(m_docks.front(), dock);
    dock->hide();
    m_docks.push_back(dock);
    m_entries.push_back({dock, entry->task});
    connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, task = entry->task](bool visible) {
        if (visible) {
            m_front[placeOf(task)] = dock;
            m_task = task;
        }
        follow();
    });
    return dock;
}

QDockWidget *Docks::dock(const QString &name) const
{
    const auto found = std::ranges::find(m_docks, name, &QDockWidget::objectName);
    return found == m_docks.end() ? nullptr : *found;
}

void Docks::open(const QString &name)
{
    const auto entry =
        std::ranges::find_if(m_entries, [&](const Entry &each) { return each.dock->objectName() == name; });
    if (entry == m_entries.end())
        return;
    if (m_rail->isHidden()) // a lesson or presentation, which hides the rail (task buttons), chooses the docks
        entry->dock->show();
    else
        showOnly(entry->task);
    entry->dock->raise();
    m_front[placeOf(entry->task)] = entry->dock;
}

QDockWidget *Docks::frontOf(Task task) const
{
    if (m_front[placeOf(task)])
        return m_front[placeOf(task)];
    return std::ranges::find(m_entries, task, &Entry::task)->dock;
}

void Docks::openTask(Task task)
{
    QDockWidget *front = frontOf(task);
    showOnly(task);
    front->raise();
}

void Docks::showOnly(Task task)
{
    m_task = task;
    for (const Entry &entry : m_entries) {
        if (entry.task == task)
            entry.dock->show();
    }
    // Other docks are hidden last, so that the dock area keeps its width.
    for (const Entry &entry : m_entries) {
        if (entry.task != task && !entry.dock->isFloating())
            entry.dock->hide();
    }
    follow();
}

void Docks::hideDocks()
{
    for (QDockWidget *dock : m_docks)
        dock->hide();
}

void Docks::hideAll()
{
    hideDocks();
    m_rail->hide();
}

bool Docks::anyShown() const
{
    return std::ranges::any_of(m_docks, &QDockWidget::isVisible);
}

void Docks::toggle()
{
    anyShown() ? hideDocks() : openTask(m_task);
}

void Docks::follow()
{
    for (std::size_t i = 0; i < tasks; ++i) {
        const auto isSeen = [&](const Entry &each) { return placeOf(each.task) == i && each.dock->isVisible(); };
        m_buttons[i]->setChecked(placeOf(m_task) == i && std::ranges::any_of(m_entries, isSeen));
    }
}

} // namespace anchorscope::gui
