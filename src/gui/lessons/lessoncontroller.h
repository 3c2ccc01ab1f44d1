// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "gui/lessons/lessonbaseline.h"

#include <QMap>

#include <map>

namespace anchorscope::gui {

/// Runs a lesson: opens its data, tracks the current step and evaluates the step's condition. The next step begins only
/// when the learner requests it. The whole window remains usable during a step.
class LessonController : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        /// Asks the user about unsaved work and then calls `act`, which discards it; does not call `act` if the user
        /// cancels.
        std::function<void(const QString &title, const std::function<void()> &act)> confirm;
        std::string examples; ///< folder of the bundled datasets
    };
    LessonController(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    enum class Phase {
        none,
        opening, ///< phase in which data are being opened, or actions of previous steps repeated
        step,
        left, ///< phase after the user has opened data that are not those of the lesson
    };
    Phase phase() const { return m_phase; }
    bool isActive() const { return m_phase != Phase::none; }
    const QString &file() const { return m_baseline.file(); }
    const lessons::Lesson &lesson() const { return m_baseline.lesson(); }
    int step() const { return m_step; } ///< index of the current step; the first is 0
    const lessons::Step &now() const { return lesson().steps[static_cast<std::size_t>(m_step)]; }
    bool isLast() const { return m_step + 1 == static_cast<int>(lesson().steps.size()); }

    /// True if the condition of the current step is fulfilled or the step has no condition.
    bool holds() const { return m_holds; }
    /// True if the condition is fulfilled, or the learner has already reached a later step.
    bool isDone() const { return m_holds || (!m_before.isEmpty() && m_step < m_before.lastKey()); }
    /// True if the step has a question that may be shown; a question about the result of the step requires isDone().
    bool showsQuestion() const { return now().question && (!now().question->isAfter || isDone()); }
    bool isStarting() const { return m_activity == Activity::starting; } ///< true while the step is being prepared

    /// Order in which the choices of the question are shown; random for each start of the lesson.
    std::vector<int> choiceOrder() const;
    /// The number that the step is about: its value now, at the start of the step, and the best in the lesson, which
    /// is the lowest if the step requires a small value.
    struct Figure
    {
        const lessons::Fact *fact = nullptr;
        std::optional<double> now, before, best;
        bool isLowest = false;
    };
    const Figure &figure() const { return m_figure; }
    bool isBusy() const { return m_activity != Activity::nothing; }
    /// True if demonstrating the step did not fulfil its condition, because the user has changed something else.
    bool wentOffTrack() const { return m_offTrack; }
    QString answer(int step) const { return m_answers.value(step); }
    QString answer() const { return answer(m_step); }
    /// Whether the answer in a step is correct; nullopt: not answered, or answered in own words.
    std::optional<bool> isCorrect(int step) const;
    std::optional<bool> isCorrect() const { return isCorrect(m_step); }
    /// True if the correct answer may be shown: the question is answered and the condition is fulfilled.
    bool isRevealed() const;
    /// Hints that the lesson has given in the current step, one per line. After showAllHints(), they are followed by
    /// the gestures and keys that perform the step's actions.
    QString hint() const;
    /// Current and required numbers of those parts of the condition that are not fulfilled; see lessons::progress().
    const QString &progress() const { return m_progress; }
    const QString &trouble() const { return m_trouble; } ///< error message of the last action or answer
    bool mayAdvance() const;
    /// Part of the window to which the step points, one of lessons::targets(); may be empty.
    std::string target() const;

    /// Reads a lesson and opens its data, after asking the user about unsaved work.
    void begin(const QString &file);
    void end();
    void startOver();
    /// Restores the state at the start of the lesson and repeats the actions of the previous steps, as one step of the
    /// undo history. If other data are open, first asks about unsaved work and opens the data of the lesson.
    void restore();
    void continueHere(); ///< continues the current step with the data that the user has opened
    void back();
    void next();
    /// Performs the actions of the current step, then enters the next step.
    void skip();
    /// Performs the actions of the current step with an animation.
    void demonstrate();
    /// Shows all hints that the lesson gives for its current step, and the gestures and keys that perform its actions.
    void showAllHints();
    void setAnswer(const QString &text);
    /// Counts a vote for the choice at `place` (from 1) of choiceOrder(), unless the question has been answered.
    void vote(int place);
    int votes(int place) const { return m_votes.value(place); }
    /// Gives the answer of a class of students: the choice that has most votes or, without votes, the correct one.
    void answerForClass();

    /// Sets the animation that demonstrate() uses; null: actions are performed without animation.
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
    /// m_targetStep: step that is entered when the data have been opened.
    int m_step = 0, m_targetStep = 0;
    Activity m_activity = Activity::nothing;
    bool m_begun = false;
    bool m_holds = false, m_showsAllHints = false, m_offTrack = false;
    std::uint64_t m_shuffle = 0; ///< random seed of choiceOrder()
    Figure m_figure;
    /// Lowest (true) and highest (false) values of facts in this lesson.
    std::map<std::pair<const lessons::Fact *, bool>, double> m_best;
    LessonBaseline::State m_atStep; ///< state at the start of the step
    std::size_t m_hintsShown = 0;
    /// Facts at the first start of each step. They are kept so that returning to a step does not reset its progress.
    QMap<int, std::map<std::string, lessons::FactValue>> m_before;
    QMap<int, QString> m_answers;
    QMap<int, int> m_votes; ///< number of votes for each place of choiceOrder()
    QTimer m_hintClock;
};

} // namespace anchorscope::gui
