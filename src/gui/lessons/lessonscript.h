// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "gui/lessons/lessonsui.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>

namespace anchorscope::gui {

/// Plays a lesson without a hand on it and looks whether it teaches anything: what a step waits for is not so before
/// and is so after its verbs, what it points at is in sight, its texts have ui, its answer is what is measured.
class LessonScript : public QObject
{
    Q_OBJECT

public:
    struct Options
    {
        /// “OUT.png” for OUT-1.png, … of each step before and OUT-1-done.png after its verbs; empty: none.
        QString pictures = {};
        QSize size = {}; ///< of the window during the lesson; none: as it is
        int disturb = 0; ///< verbs drawn at random before each step, after which the controller has to lead back
    };
    LessonScript(LessonsUi &ui, Options options, QObject *parent = nullptr);

    void start(const QString &file);
    /// {"lesson", "steps", "passed"}; with "error" where the lesson could not be begun.
    const QJsonObject &report() const { return m_report; }

Q_SIGNALS:
    void ended(bool passed);

protected:
    /// Answers the question of the step, performs its actions, and goes to the next one: by the controller.
    virtual void answer(const QString &answer);
    virtual void perform();
    virtual void advance();
    virtual bool isPerforming() const { return false; } ///< beyond the controller
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
