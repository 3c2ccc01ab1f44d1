// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonfacts.h"
#include "lessons/verbs.h"

#include <deque>

namespace anchorscope::gui {

/// How a verb is done where it is to be seen: with movements, each when nothing is at work.
class ActionAnimator
{
public:
    virtual ~ActionAnimator() = default;
    /// Prepares the movements of a verb. True: they do it; false: the controllers do it after them.
    virtual bool begin(const lessons::Action &action) = 0;
    virtual bool isBusy() const = 0; ///< movements are left
    virtual QString move() = 0;      ///< the next one; why it could not be made, or an empty string
    virtual void stop() = 0;
};

/// Does the verbs of lessons by the same controllers as a hand, one after the other: each is done when nothing is at
/// work any more but verdicts. Changes of the setup and of the view can be undone.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    /// What only a lesson that is under way can do.
    struct Hooks
    {
        /// As data: at the top of a lesson; why there are none, or an empty string.
        std::function<QString(const std::string &data)> open;
        std::function<void(const QString &text)> answer;
        /// LessonBaseline::restoreRun(); empty: runs are always made.
        std::function<bool()> restoreRun = {};
    };
    ActionRunner(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    static bool isBound(const lessons::Verb &verb);
    /// Whether what was measured or found before with the same choices is taken instead of being made again.
    enum class Results { made, broughtBack };
    /// After what is still to be done.
    void run(const std::vector<lessons::Action> &actions, Results results = Results::made);
    bool bringsBack() const { return m_results == Results::broughtBack; }
    bool isBusy() const { return m_clock.isActive(); }
    /// With all verbs, not with what they began.
    bool isDone() const { return m_waiting.empty() && !m_shown && !m_awaited && !(m_animator && m_animator->isBusy()); }
    void stop();                                                          ///< leaves what is not begun
    void setAnimator(ActionAnimator *animator) { m_animator = animator; } ///< null: verbs are done at once

    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }
    const Hooks &hooks() const { return m_hooks; }

Q_SIGNALS:
    void begun(); ///< the last verb; what it began may go on
    void done();
    void failed(const QString &sentence); ///< one verb; the others are left

private:
    void advance();
    bool mayAdvance();
    void take(const QString &reason); ///< why a verb or a movement could not be done, or an empty string

    LessonFacts &m_facts;
    Hooks m_hooks;
    std::deque<lessons::Action> m_waiting;
    Results m_results = Results::made;
    ActionAnimator *m_animator = nullptr;
    std::optional<lessons::Action> m_shown;   ///< to be done after the hand has moved
    std::optional<lessons::Action> m_awaited; ///< the verb wait
    QTimer m_clock;
    int m_idleTicks = 0;  ///< times in a row that nothing was at work
    int m_stuckTicks = 0; ///< and that what is awaited did not hold
};

} // namespace anchorscope::gui
