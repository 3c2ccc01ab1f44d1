// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonfacts.h"
#include "lessons/verbs.h"

#include <deque>

namespace anchorscope::gui {

/// Interface of an animation of an action. The animation is shown before the action is performed, or performs the
/// action itself by simulated input events. It consists of movements; a movement begins only while no job is running.
class ActionAnimator
{
public:
    virtual ~ActionAnimator() = default;
    /// Prepares the movements of the animated mouse pointer for an action. Returns true if the click after the last
    /// movement performs the action, false if the ActionRunner has to perform it.
    virtual bool begin(const lessons::Action &action) = 0;
    virtual bool isBusy() const = 0; ///< true while movements are left to make
    virtual QString move() = 0;      ///< makes the next movement; returns an error message or an empty string
    virtual void stop() = 0;
};

/// Performs the actions of lessons through the controllers of the window, one after the other. An action starts when no
/// job is running; jobs that compute verdicts do not count. The user can undo changes of setup and view.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    /// Functions for those actions that only a running lesson can perform.
    struct Hooks
    {
        /// Opens data. `data`: value of the line “data:” of a lesson. Returns an error message or an empty string.
        std::function<QString(const std::string &data)> open;
        std::function<void(const QString &text)> answer;
        /// Restores a stored run as LessonBaseline::restoreRun() does; if not set, every run is computed.
        std::function<bool()> restoreRun = {};
    };
    ActionRunner(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    static bool isBound(const lessons::Verb &verb);
    /// Adds actions to the queue. Measurements and experiments with unchanged settings are not repeated.
    void run(const std::vector<lessons::Action> &actions);
    bool isBusy() const { return m_clock.isActive(); }
    /// True if the last action of the queue has started; its jobs may still be running.
    bool isDone() const { return m_waiting.empty() && !m_shown && !m_awaited && !(m_animator && m_animator->isBusy()); }
    /// Removes all actions that have not been performed, and stops the animation.
    void stop();
    /// Sets the animation that shows each action; null: actions are performed without animation.
    void setAnimator(ActionAnimator *animator) { m_animator = animator; }

    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }
    const Hooks &hooks() const { return m_hooks; }

Q_SIGNALS:
    void started(); ///< reports that the last action has started; its jobs may still be running
    void done();
    /// Reports that an action failed; the actions after it are not performed.
    void failed(const QString &sentence);

private:
    void advance();
    bool mayAdvance();
    /// Continues after an action or a movement. `reason`: its error message, or an empty string.
    void take(const QString &reason);

    LessonFacts &m_facts;
    Hooks m_hooks;
    std::deque<lessons::Action> m_waiting;
    ActionAnimator *m_animator = nullptr;
    /// Action whose animation is being shown; the action is performed when the animation ends.
    std::optional<lessons::Action> m_shown;
    /// Action with the verb `wait` whose condition is not fulfilled yet.
    std::optional<lessons::Action> m_awaited;
    QTimer m_clock;
    /// Number of consecutive ticks of the timer without a running job.
    int m_idleTicks = 0;
    /// Number of consecutive ticks at which no job was running, but the condition of `wait` was not fulfilled.
    int m_stuckTicks = 0;
};

} // namespace anchorscope::gui
