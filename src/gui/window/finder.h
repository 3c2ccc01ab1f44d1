// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace anchorscope::gui {

/// A box over the window where one types what one looks for: an item, a class, a command. Enter goes to the best
/// answer, arrows choose another one, Escape leaves.
class Finder : public QFrame
{
    Q_OBJECT

public:
    struct Answer
    {
        QString text, detail;
        std::function<void()> go;
    };
    struct Answers
    {
        std::vector<Answer> best;
        QString note;                  ///< "12 of 340 shown · Shift+Enter selects all"
        std::function<void()> goToAll; ///< by Shift+Enter; may be empty
    };

    explicit Finder(QWidget *window);

    /// Opens it. `asked` is told what was typed, at first nothing, and gives its answers to show(), at once or later.
    void open(const QString &placeholder, std::function<void(const QString &)> asked);
    void show(Answers answers);
    QLineEdit *input() const { return m_input; }
    QTreeWidget *list() const { return m_list; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void place();
    void go(bool all);

    QLineEdit *m_input;
    QTreeWidget *m_list;
    QLabel *m_note;
    std::function<void(const QString &)> m_asked;
    Answers m_answers;
};

} // namespace anchorscope::gui
