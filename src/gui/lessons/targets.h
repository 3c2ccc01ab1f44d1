// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lessons/verbs.h"

#include <QRect>

class QDockWidget;
class QMainWindow;
class QWidget;

namespace anchorscope::gui {

/// A word of lessons::targets() on the screen.
struct Target
{
    QWidget *widget = nullptr;   ///< null: there is none of that name
    QDockWidget *dock = nullptr; ///< the page that it lies on; null: none
    QRect rect;                  ///< in the window: the part in sight, else the tab of its page; empty: neither
    bool onTab = false;

    /// Nothing lies over its middle.
    bool isFree(const QMainWindow &window) const;
};

/// The dock of lessons/places.h, or a widget on its page by its object name; null: there is none.
QDockWidget *pageNamed(const QMainWindow &window, const QString &name);
QWidget *widgetOn(const QMainWindow &window, const QString &page, const QString &name);
/// What a verb is done at, one of lessons::targets(); may be empty.
std::string targetOf(const lessons::Action &action);
/// Where one of lessons::targets() is now.
Target findTarget(const QMainWindow &window, const std::string &name);
/// Scrolls its page so that it is in sight, where the page is in front.
void scrollToTarget(const Target &target);

} // namespace anchorscope::gui
