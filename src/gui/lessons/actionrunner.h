// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/lessonfacts.h"
#include "lessons/verbs.h"

#include <deque>

namespace anchorscope::gui {

/// Interface that animates an action before it is performed, or performs it by its own input events. It moves in steps,
/// each while no job is running.
class ActionAnimator
{
public:
    virtual ~ActionAnimator() = default;
    /// Prepares the movements for an action. Returns true if they perform the action, false if the runner has to
    /// perform it afterwards.
    virtual bool begin(const lessons::Action &action) = 0;
    virtual bool isBusy() const = 0; ///< true while there are movements to make
    virtual QString move() = 0;      ///< makes the next movement; returns an error or an empty string
    virtual void stop() = 0;
};

/// Performs the actions of lessons through the controllers of the window, one after the other. Each starts when no job
/// except verdicts is running. Changes of setup and view can be undone.
class ActionRunner : public QObject
{
    Q_OBJECT

public:
    /// Functions for actions that only an active lesson can perform.
    struct Hooks
    {
        /// Opens data, given in the notation of the line data: of a lesson. Returns an error or an empty string.
        std::function<QString(const std::string &data)> open;
        std::function<void(const QString &text)> answer;
        /// Restores a stored run, as LessonBaseline::restoreRun(); empty: the optimizer always runs again.
        std::function<bool()> restoreRun = {};
    };
    ActionRunner(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    static bool isBound(const lessons::Verb &verb);
    /// Choice whether runs and measurements with the same settings are computed again or reused.
    enum class Results { computed, reused };
    /// Appends actions to those that have not started yet.
    void run(const std::vector<lessons::Action> &actions, Results results = Results::computed);
    bool reusesResults() const { return m_results == Results::reused; }
    bool isBusy() const { return m_clock.isActive(); }
    /// True if all actions were started; their jobs may still be running.
    bool isDone() const { return m_waiting.empty() && !m_shown && !m_awaited && !(m_animator && m_animator->isBusy()); }
    void stop(); ///< drops the actions that have not started
    /// Sets the animation; null: actions are performed without one.
    void setAnimator(ActionAnimator *animator) { m_animator = animator; }

    AppModel &model() const { return m_facts.model(); }
    QMainWindow &window() const { return m_facts.window(); }
    const Hooks &hooks() const { return m_hooks; }

Q_SIGNALS:
    void started(); ///< reports that the last action has been started; its jobs may still be running
    void done();
    void failed(const QString &sentence); ///< reports that an action failed; the remaining ones were dropped

private:
    void advance();
    bool mayAdvance();
    void take(const QString &reason); ///< handles the result of an action or movement: an error or an empty string

    LessonFacts &m_facts;
    Hooks m_hooks;
    std::deque<lessons::Action> m_waiting;
    Results m_results = Results::computed;
    ActionAnimator *m_animator = nullptr;
    std::optional<lessons::Action> m_shown;   ///< action that is performed after its animation
    std::optional<lessons::Action> m_awaited; ///< action `wait` that is in progress
    QTimer m_clock;
    int m_idleTicks = 0;  ///< number of consecutive ticks without a running job
    int m_stuckTicks = 0; ///< number of consecutive idle ticks in which the awaited condition was false
};

} // namespace anchorscope::gui
