// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>

#include <deque>
#include <functional>
#include <optional>
#include <string>

class QComboBox;
class QMainWindow;
class QWidget;

namespace anchorscope::test {

/// Queue of key presses in a window, for operating it without a mouse.
class KeyPresses
{
public:
    explicit KeyPresses(QMainWindow &window) : m_window(window) {}

    bool isEmpty() const { return m_strokes.empty(); }
    void clear();
    /// Performs the next step. Returns an error, which clears the queue, or an empty string.
    QString makeNext();

    /// Presses keys immediately, written as in the registry of verbs: “Ctrl+2”, “Alt+D”, …
    void press(const QKeySequence &keys);
    void type(const QString &text);

    /// Returns an error or an empty string; nullopt: not ready, to be called again.
    using Stroke = std::function<std::optional<QString>()>;
    void add(Stroke stroke) { m_strokes.push_back(std::move(stroke)); }
    void addKeys(const QKeySequence &keys);
    void addPage(const std::string &page);             ///< raises a dock and moves the focus into it
    void addFind(const QString &name, bool isClass);   ///< finds an item or a class with the search
    void addTabTo(QWidget *widget, bool back = false); ///< presses Tab or Shift+Tab until the widget has the focus
    void addChoice(QComboBox *list, int row);          ///< opens the list and chooses a row
    void addNumber(QWidget *field, double value);
    /// Chooses from the menu bar: the shortcut of the first menu, then entries by a part of their text.
    void addMenu(const QKeySequence &first, const QStringList &path);

    QMainWindow &window() const { return m_window; }

private:
    QMainWindow &m_window;
    std::deque<Stroke> m_strokes;
    int m_tries = 0; ///< attempts of the next step
};

} // namespace anchorscope::test
