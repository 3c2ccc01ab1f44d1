// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/verbs.h"

#include <QRect>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace anchorscope::gui {

/// Position of a target on the screen, one of lessons::targets().
struct Target
{
    QWidget *widget = nullptr;   ///< widget of the target; null: unknown name
    QDockWidget *dock = nullptr; ///< dock that contains the target; null: none
    QRect rect; ///< area in window coordinates: the visible part, otherwise the tab of the dock; empty: neither is
                ///< visible
    bool onTab = false;

    /// True if the centre of the target is not covered.
    bool isFree(const QMainWindow &window) const;
};

/// Finds a dock by its name in lessons/places.h, or a widget in a dock by its object name; null if not found.
QDockWidget *pageNamed(const QMainWindow &window, const QString &name);
QWidget *widgetOn(const QMainWindow &window, const QString &page, const QString &name);
/// Part of the window that an action acts on, one of lessons::targets(); may be empty.
std::string targetOf(const lessons::Action &action);
/// Finds the current position of a target, one of lessons::targets().
Target findTarget(const QMainWindow &window, const std::string &name);
/// Scrolls the dock so that the target is visible, if the dock is in front of others.
void scrollToTarget(const Target &target);

} // namespace anchorscope::gui
