// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "gui/lessons/lessonsui.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>

namespace anchorscope::gui {

/// Plays a lesson automatically and checks each step: the condition is false before its actions and true after them,
/// the target is visible, texts fit, and the stated answer equals the measured one.
class LessonScript : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        /// Path of the screenshots: “OUT.png” saves OUT-1.png, … before each step and OUT-1-done.png, … after it;
        /// empty: no screenshots.
        QString screenshots = {};
        QSize size = {}; ///< size of the window during the lesson; empty: unchanged
        int disturb = 0; ///< number of random actions before each step, after which restore() is called
    };
    LessonScript(LessonsUi &ui, Options options, QObject *parent = nullptr);

    void start(const QString &file);
    /// Result of playing the lesson: {"lesson", "steps", "passed"}, and "error" if the lesson could not be started.
    const QJsonObject &report() const { return m_report; }

Q_SIGNALS:
    void ended(bool passed);

protected:
    /// Answers the question of the step; the functions below perform its actions and go to the next step. All use the
    /// controller by default.
    virtual void answer(const QString &answer);
    virtual void perform();
    virtual void advance();
    virtual bool isPerforming() const { return false; } ///< true while a derived class performs the actions of a step
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
