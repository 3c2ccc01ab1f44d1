// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/learn/situation.h"
#include "lessons/verbs.h"

#include <deque>

namespace anchorscope::gui {

/// Does the verbs of lessons by the same controllers as a hand, one after the other: each is done when nothing is at
/// work any more. Changes of the setup and of the view can be undone.
class Performer : public QObject
{
    Q_OBJECT

public:
    /// What only a lesson that is under way can do.
    struct Hooks
    {
        std::function<void(const std::string &data)> open; ///< as data: at the top of a lesson
        std::function<void(const QString &text)> answer;
    };
    Performer(Situation &situation, Hooks hooks, QObject *parent = nullptr);

    static bool isBound(const lessons::Verb &verb);
    /// After what is still to be done.
    void perform(const std::vector<lessons::Action> &actions);
    bool isBusy() const { return !m_waiting.empty() || m_clock.isActive(); }
    void stop(); ///< leaves what is not begun

    const LessonParts &parts() const { return m_situation.parts(); }
    const Hooks &hooks() const { return m_hooks; }

Q_SIGNALS:
    void done();
    void failed(const QString &sentence); ///< one verb; the others are left

private:
    void goOn();
    bool mayGoOn();

    Situation &m_situation;
    Hooks m_hooks;
    std::deque<lessons::Action> m_waiting;
    std::optional<lessons::Condition> m_awaited; ///< of the verb wait
    QTimer m_clock;
    int m_restful = 0; ///< times in a row that nothing was at work
};

} // namespace anchorscope::gui
