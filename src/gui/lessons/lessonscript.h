// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "gui/lessons/lessonsui.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>

namespace anchorscope::gui {

/// Plays a lesson automatically and checks each step. The step's condition must not be fulfilled before the step's
/// actions, and must be fulfilled after them. The target must be visible, the texts must fit into the bar, and the
/// answer in the lesson must equal the measured value.
class LessonScript : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        /// Path of the screenshots, for example “OUT.png”: OUT-1.png, … are saved before each step and OUT-1-done.png,
        /// … after it. Empty: no screenshots.
        QString screenshots = {};
        /// Size of the window during the lesson; empty: does not change.
        QSize size = {};
        /// Number of random actions that are performed before each step and undone by restore().
        int disturb = 0;
    };
    LessonScript(LessonsUi &ui, Options options, QObject *parent = nullptr);

    void start(const QString &file);
    /// Result of playing the lesson as JSON with the members "lesson", "steps" and "passed", and "error" if the lesson
    /// could not be played.
    const QJsonObject &report() const { return m_report; }

Q_SIGNALS:
    void ended(bool passed);

protected:
    /// Functions that answer the question of the current step, perform its actions, and go to the next step. By default
    /// they use the LessonController.
    virtual void answer(const QString &answer);
    virtual void perform();
    virtual void advance();
    /// True while a derived class is performing the actions of the step.
    virtual bool isPerforming() const { return false; }
    void finish(const QString &error);
    LessonsUi &ui() { return m_ui; }
    QJsonObject &stepReport() { return m_now; }

private:
    enum class Stage { opening, disturbing, restoring, before, doing, over };

    void evaluate();
    void disturb();
    void recordBefore();
    void recordAfter();
    void answerCorrectly();
    void finishStep();
    void take(const QString &suffix);
    QJsonValue measured() const;
    bool isPassed(const QJsonObject &step) const;

    LessonsUi &m_ui;
    const Options m_options;
    ActionRunner m_disturber;
    Random m_random{0};
    QTimer m_clock;
    QElapsedTimer m_time;
    Stage m_stage = Stage::opening;
    int m_step = -1, m_idleTicks = 0;
    bool m_isSized = false;
    QJsonObject m_now, m_report;
    QJsonArray m_steps;
};

} // namespace anchorscope::gui
