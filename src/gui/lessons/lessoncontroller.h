// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/lessons/actionrunner.h"
#include "gui/lessons/lessonbaseline.h"

#include <QMap>

#include <map>

namespace anchorscope::gui {

/// Leads through a lesson: opens its data, knows the step and whether what it waits for is so. Only the learner moves
/// on; nothing else of the window is locked meanwhile.
class LessonController : public QObject
{
    Q_OBJECT

public:
    struct Hooks
    {
        /// Does what lets go of unsaved work, now or after saving or not at all.
        std::function<void(const QString &title, const std::function<void()> &act)> confirm;
        std::string examples; ///< the folder of the bundled data
    };
    LessonController(LessonFacts &facts, Hooks hooks, QObject *parent = nullptr);

    enum class Phase {
        none,
        opening, ///< data, or the steps before that are done again
        step,
        left, ///< other data are open
    };
    Phase phase() const { return m_phase; }
    bool isActive() const { return m_phase != Phase::none; }
    const QString &file() const { return m_baseline.file(); }
    const lessons::Lesson &lesson() const { return m_baseline.lesson(); }
    int step() const { return m_step; } ///< from 0
    const lessons::Step &now() const { return lesson().steps[static_cast<std::size_t>(m_step)]; }
    bool isLast() const { return m_step + 1 == static_cast<int>(lesson().steps.size()); }

    bool holds() const { return m_holds; } ///< what the step waits for is so; of a step that waits for nothing: true
    bool alreadyMet() const { return m_alreadyMet; } ///< from its beginning
    bool isBusy() const { return m_activity != Activity::nothing; }
    bool wentOffTrack() const
    {
        return m_offTrack;
    } ///< it was shown and did not lead there: something else was changed
    QString answer() const { return m_answers.value(m_step); } ///< of the learner
    std::optional<bool> isCorrect() const;                     ///< none: no answer yet, or in own words
    bool isRevealed() const; ///< what is right may be told: asked before, told after the effect
    QString hint() const;    ///< as far as it is unfolded
    const QString &progress() const { return m_progress; } ///< numbers that are not what the step waits for
    const QString &trouble() const { return m_trouble; }   ///< why the last verb could not be done
    bool mayAdvance() const;
    /// What the step points at, one of lessons::targets(); may be empty.
    std::string target() const;

    /// Reads a lesson and opens its data, after asking about unsaved work.
    void begin(const QString &file);
    void end();
    void startOver();
    /// Does what came before this step again, on the data as the lesson began: one step of the history. Other data are
    /// left for those of the lesson, after asking about unsaved work.
    void restore();
    void continueHere(); ///< with the data that are open
    void back();
    void next();
    void skip();         ///< does what the step asks for, and goes on
    void demonstrate();  ///< does what the step asks for
    void showAllHints(); ///< all hints, and how it is done
    void setAnswer(const QString &text);

    void setAnimator(ActionAnimator *animator) { m_animator = animator; } ///< that shows how it is done; null: none

    LessonFacts &facts() { return m_facts; }

Q_SIGNALS:
    void began(); ///< its data are open
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
    int m_step = 0, m_targetStep = 0; ///< m_targetStep: to be entered when the data are open
    Activity m_activity = Activity::nothing;
    bool m_begun = false; ///< its data were open
    bool m_holds = false, m_alreadyMet = false, m_fresh = false, m_showsAllHints = false, m_offTrack = false;
    std::size_t m_hintsShown = 0; ///< that are unfolded by now
    /// What was so when a step began, for each step: who goes back to one has done it already.
    QMap<int, std::map<std::string, lessons::FactValue>> m_before;
    QMap<int, QString> m_answers;
    QTimer m_hintClock;
};

} // namespace anchorscope::gui
