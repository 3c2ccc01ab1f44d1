// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace anchorscope::gui {

/// Search box over the window. Enter activates the best answer, arrow keys choose another, Escape closes the box.
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
        QString note;                  ///< note below the answers, e.g. “340 items · Shift+Enter selects them all”
        std::function<void()> goToAll; ///< function of the key Shift+Enter; may be empty
    };

    explicit Finder(QWidget *window);

    /// Opens the box. Calls `asked` with an empty text, then with each typed one; `asked` passes answers to show().
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
