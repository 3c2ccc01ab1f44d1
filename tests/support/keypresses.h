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

/// Keys to be pressed in a window one after the other, as by somebody who has no mouse.
class KeyPresses
{
public:
    explicit KeyPresses(QMainWindow &window) : m_window(window) {}

    bool isEmpty() const { return m_strokes.empty(); }
    void clear();
    /// Makes the next one. Why it led nowhere, or an empty string; then the others are left.
    QString makeNext();

    /// At once: what the registry of verbs calls “Ctrl+2”, “Alt+D”, …
    void press(const QKeySequence &keys);
    void type(const QString &text);

    /// Why it could not be done, or an empty string. None: not yet, so it is tried again.
    using Stroke = std::function<std::optional<QString>()>;
    void add(Stroke stroke) { m_strokes.push_back(std::move(stroke)); }
    void addKeys(const QKeySequence &keys);
    void addPage(const std::string &page);             ///< to the front, with the keyboard in it
    void addFind(const QString &name, bool isClass);   ///< an item, or a class, by the search
    void addTabTo(QWidget *widget, bool back = false); ///< Tab, or Shift+Tab, as often as it takes
    void addChoice(QComboBox *list, int row);          ///< with the list opened
    void addNumber(QWidget *field, double value);
    /// From the menu bar: the letter of the first menu, then lines by a part of their names.
    void addMenu(const QKeySequence &first, const QStringList &path);

    QMainWindow &window() const { return m_window; }

private:
    QMainWindow &m_window;
    std::deque<Stroke> m_strokes;
    int m_tries = 0; ///< of the stroke that is next
};

} // namespace anchorscope::test
