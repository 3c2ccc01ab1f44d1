// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/targets.h"

#include "gui/playground/invariancetableview.h"
#include "gui/scatter/scatterview.h"
#include "lessons/places.h"

#include <QDockWidget>
#include <QMainWindow>
#include <QScrollArea>
#include <QTabBar>

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// Target of lessons that is a control in a dock, with the object names of the dock and of the control.
struct TargetControl
{
    const char *target, *dock, *widget;
};

constexpr TargetControl targetControls[] = {
    {"headline", "play", "headline"},  {"similarity", "data", "similarity"}, {"centring", "data", "centering"},
    {"start", "optimize", "start"},    {"draw", "anchors", "draw"},          {"table", "play", "table"},
    {"scrubber", "optimize", "scrub"},
};

QWidget *widgetOf(const QMainWindow &window, const std::string &name)
{
    if (name.empty())
        return nullptr;
    const QString plain = QString::fromStdString(name);
    if (auto *panel = window.findChild<ScatterView *>(plain))
        return panel;
    if (std::ranges::find(lessons::pages(), name) != lessons::pages().end())
        return pageNamed(window, plain);
    const auto *control = std::ranges::find(targetControls, name, &TargetControl::target);
    const bool listed = control != std::end(targetControls);
    // A target that is not in targetControls is a part of the playground, whose controls have the ids of transform
    // fields as names.
    return listed ? widgetOn(window, control->dock, control->widget) : widgetOn(window, "play", plain);
}

QDockWidget *dockAround(QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        if (auto *dock = qobject_cast<QDockWidget *>(widget))
            return dock;
    }
    return nullptr;
}

/// Rectangle of a dock's tab in the window; empty if the dock has no visible tab.
QRect tabOf(const QMainWindow &window, const QDockWidget &dock)
{
    for (const QTabBar *bar : window.findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly)) {
        for (int tab = 0; tab < bar->count(); ++tab) {
            if (bar->isVisible() && bar->tabText(tab) == dock.windowTitle())
                return QRect(bar->mapTo(&window, bar->tabRect(tab).topLeft()), bar->tabRect(tab).size())
                    .intersected(QRect(bar->mapTo(&window, QPoint()), bar->size()));
        }
    }
    return {};
}

} // namespace

QDockWidget *pageNamed(const QMainWindow &window, const QString &name)
{
    return window.findChild<QDockWidget *>(name);
}

QWidget *widgetOn(const QMainWindow &window, const QString &page, const QString &name)
{
    const QDockWidget *dock = pageNamed(window, page);
    return dock ? dock->findChild<QWidget *>(name) : nullptr;
}

std::string targetOf(const lessons::Action &action)
{
    // The target of the verbs “measure” and “dock” is their argument: the name of a dock, or “table”.
    const bool measures = action.verb->name == "measure" || action.verb->name == "dock";
    return measures ? action.word : action.verb->target;
}

Target findTarget(const QMainWindow &window, const std::string &name)
{
    Target target;
    target.widget = widgetOf(window, name);
    if (!target.widget)
        return target;
    target.dock = dockAround(target.widget);
    if (const QRect seen = target.widget->visibleRegion().boundingRect(); !seen.isEmpty()) {
        target.rect = QRect(target.widget->mapTo(&window, seen.topLeft()), seen.size());
    } else if (target.dock && target.dock->visibleRegion().isEmpty()) {
        target.rect = tabOf(window, *target.dock);
        target.onTab = true;
    }
    return target;
}

bool Target::isFree(const QMainWindow &window) const
{
    if (rect.isEmpty() || !window.rect().contains(rect.center()))
        return false;
    QWidget *hit = window.childAt(rect.center());
    if (onTab)
        return qobject_cast<QTabBar *>(hit);
    return hit && (hit == widget || widget->isAncestorOf(hit));
}

void scrollToTarget(const Target &target)
{
    if (!target.widget)
        return;
    for (QWidget *around = target.widget->parentWidget(); around; around = around->parentWidget()) {
        auto *area = qobject_cast<QScrollArea *>(around);
        if (!area)
            continue;
        area->ensureWidgetVisible(target.widget);
        // If the target is larger than the dock's scroll area, its centre is shown, so that the ring around it is
        // recognizable.
        const QPoint middle = target.widget->mapTo(area->widget(), target.widget->rect().center());
        area->ensureVisible(middle.x(), middle.y());
    }
}

} // namespace anchorscope::gui
