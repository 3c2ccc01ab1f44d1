// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "gui/lessons/lessonbaseline.h"

#include <QMap>

#include <map>

namespace anchorscope::gui {

/// Runs a lesson: opens its data, tracks the step and evaluates its condition. Steps advance only on request of the
/// learner, and no other part of the window is locked.
class LessonController : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        /// Calls `act`, which discards unsaved work, immediately or after saving; not if the user cancels.
        std::function<void(const QString &title, const std::function<void()> &act)> confirm;
        std::string examples; ///< folder of the bundled data
    };
    LessonController(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    enum class Phase {
        none,
        opening, ///< state while data are loading, or previous steps are repeated
        step,
        left, ///< state after the user has opened other data
    };
    Phase phase() const { return m_phase; }
    bool isActive() const { return m_phase != Phase::none; }
    const QString &file() const { return m_baseline.file(); }
    const lessons::Lesson &lesson() const { return m_baseline.lesson(); }
    int step() const { return m_step; } ///< index of the current step, from 0
    const lessons::Step &now() const { return lesson().steps[static_cast<std::size_t>(m_step)]; }
    bool isLast() const { return m_step + 1 == static_cast<int>(lesson().steps.size()); }

    /// True if the condition of the step is fulfilled; also if it has none.
    bool holds() const { return m_holds; }
    /// True if the condition is or was fulfilled: a step that has been left stays done.
    bool isDone() const { return m_holds || m_step < m_furthest; }
    bool isStarting() const { return m_activity == Activity::starting; } ///< true while the step is prepared
    /// Order in which the choices of the question are shown; random for each start of the lesson.
    std::vector<int> choiceOrder() const;
    /// The number that the step is about: its value now, at the start of the step, and the best in the lesson.
    struct Figure
    {
        const lessons::Fact *fact = nullptr;
        std::optional<double> now, before, best;
    };
    const Figure &figure() const { return m_figure; }
    bool isBusy() const { return m_activity != Activity::nothing; }
    /// True if the demonstration did not fulfil the condition, because something else was changed.
    bool wentOffTrack() const { return m_offTrack; }
    QString answer(int step) const { return m_answers.value(step); } ///< the learner's answer in a step
    QString answer() const { return answer(m_step); }
    /// Whether the answer in a step is correct; nullopt: not answered, or answered in own words.
    std::optional<bool> isCorrect(int step) const;
    std::optional<bool> isCorrect() const { return isCorrect(m_step); }
    /// True if the correct answer may be shown: the question is answered and the condition is fulfilled.
    bool isRevealed() const;
    QString hint() const; ///< hints shown so far, one per line
    /// The numbers that do not fulfil the condition yet; see lessons::progress().
    const QString &progress() const { return m_progress; }
    const QString &trouble() const { return m_trouble; } ///< error message of the last action
    bool mayAdvance() const;
    /// Part of the window that the step points at, one of lessons::targets(); may be empty.
    std::string target() const;

    /// Reads a lesson and opens its data, after asking about unsaved work.
    void begin(const QString &file);
    void end();
    void startOver();
    /// Restores the start of the lesson and repeats the actions of the previous steps, as one undo step. If other data
    /// are open, reopens those of the lesson after asking about unsaved work.
    void restore();
    void continueHere(); ///< continues the current step with the current data
    void back();
    void next();
    void skip();         ///< performs the actions of the step and goes to the next one
    void demonstrate();  ///< performs the actions of the step as a demonstration
    void showAllHints(); ///< shows all hints, and the gestures and keys of the actions
    void setAnswer(const QString &text);

    /// Sets the animation that demonstrate() uses; null: actions are performed without one.
    void setAnimator(ActionAnimator *animator) { m_animator = animator; }

    LessonFacts &facts() { return m_facts; }

Q_SIGNALS:
    void began(); ///< reports that the data of the lesson have been opened
    void stepped();
    void changed();
    void ended(bool finished);
    void failed(const QString &sentence);

private:
    enum class Activity { nothing, starting, demonstrating, catchingUp, skipping };

    void open();
    void takeOpened();
    void abortOpening();
    void catchUp();
    void onDataChanged();
    void startHints();
    void enter(int step);
    void begun();
    void evaluate();
    void readFigure(const lessons::FactReader &now, const lessons::FactReader &before);
    void perform(Activity activity);
    void done();

    LessonFacts &m_facts;
    Hooks m_hooks;
    ActionRunner m_runner;
    ActionAnimator *m_animator = nullptr;
    LessonBaseline m_baseline;
    Phase m_phase = Phase::none;
    QString m_trouble, m_progress;
    int m_step = 0, m_targetStep = 0; ///< m_targetStep: step to enter once the data are open
    Activity m_activity = Activity::nothing;
    bool m_begun = false; ///< true after the data of the lesson have been opened
    bool m_holds = false, m_showsAllHints = false, m_offTrack = false;
    int m_furthest = 0;          ///< largest index of a step that was entered
    std::uint64_t m_shuffle = 0; ///< random seed of choiceOrder()
    Figure m_figure;
    std::map<const lessons::Fact *, double> m_best; ///< best value of each figure in this lesson
    LessonBaseline::State m_atStep;                 ///< state at the start of the step
    std::size_t m_hintsShown = 0;                   ///< number of hints shown so far
    /// Facts at the first start of each step. They are kept so that returning to a step does not reset its progress.
    QMap<int, std::map<std::string, lessons::FactValue>> m_before;
    QMap<int, QString> m_answers;
    QTimer m_hintClock;
};

} // namespace anchorscope::gui
