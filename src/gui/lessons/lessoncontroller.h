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
        /// Calls `act`, which discards unsaved work: immediately, after saving, or not at all if the user cancels.
        std::function<void(const QString &title, const std::function<void()> &act)> confirm;
        std::string examples; ///< folder of the bundled data
    };
    LessonController(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    enum class Phase {
        none,
        opening, ///< data are loading, or previous steps are repeated
        step,
        left, ///< the user has opened other data
    };
    Phase phase() const { return m_phase; }
    bool isActive() const { return m_phase != Phase::none; }
    const QString &file() const { return m_baseline.file(); }
    const lessons::Lesson &lesson() const { return m_baseline.lesson(); }
    int step() const { return m_step; } ///< from 0
    const lessons::Step &now() const { return lesson().steps[static_cast<std::size_t>(m_step)]; }
    bool isLast() const { return m_step + 1 == static_cast<int>(lesson().steps.size()); }

    bool holds() const { return m_holds; }           ///< condition of the step; true if it has none
    bool alreadyMet() const { return m_alreadyMet; } ///< condition was true when the step began
    bool isBusy() const { return m_activity != Activity::nothing; }
    bool wentOffTrack() const
    {
        return m_offTrack;
    } ///< the demonstration did not fulfil the condition, because something else was changed
    QString answer() const { return m_answers.value(m_step); } ///< the learner's answer
    std::optional<bool> isCorrect() const;                     ///< nullopt: not answered, or answered in own words
    bool isRevealed() const; ///< true if answered and the condition holds: the correct answer may be shown
    QString hint() const;    ///< hints shown so far, one per line
    const QString &progress() const
    {
        return m_progress;
    } ///< numbers that do not meet the condition; see lessons::progress()
    const QString &trouble() const { return m_trouble; } ///< error of the last action
    bool mayAdvance() const;
    /// Target of the step, one of lessons::targets(); may be empty.
    std::string target() const;

    /// Reads a lesson and opens its data, after asking about unsaved work.
    void begin(const QString &file);
    void end();
    void startOver();
    /// Restores the start of the lesson and repeats the actions of the previous steps, as one undo step. If other data
    /// are open, reopens those of the lesson after asking about unsaved work.
    void restore();
    void continueHere(); ///< continues the step with the current data
    void back();
    void next();
    void skip();         ///< performs the actions of the step and advances
    void demonstrate();  ///< performs the actions of the step
    void showAllHints(); ///< shows all hints, and the gestures and keys of the actions
    void setAnswer(const QString &text);

    void setAnimator(ActionAnimator *animator)
    {
        m_animator = animator;
    } ///< used by demonstrate(); null: actions are performed without an animation

    LessonFacts &facts() { return m_facts; }

Q_SIGNALS:
    void began(); ///< the data of the lesson have been opened
    void stepped();
    void changed();
    void ended(bool finished);
    void failed(const QString &sentence);

private:
    enum class Activity { nothing, demonstrating, catchingUp, skipping };

    void open();
    void takeOpened();
    void abortOpening();
    void catchUp();
    void onDataChanged();
    void startHints();
    void enter(int step);
    void evaluate();
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
    bool m_begun = false; ///< the data of the lesson have been opened
    bool m_holds = false, m_alreadyMet = false, m_fresh = false, m_showsAllHints = false, m_offTrack = false;
    std::size_t m_hintsShown = 0; ///< number of hints shown so far
    /// Facts at the first start of each step: returning to a step does not reset what was already done.
    QMap<int, std::map<std::string, lessons::FactValue>> m_before;
    QMap<int, QString> m_answers;
    QTimer m_hintClock;
};

} // namespace anchorscope::gui
