// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/random.h"
#include "gui/lessons/keyhand.h"
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
        QSize size = {};       ///< of the window during the lesson; none: as it is
        bool keyboard = false; ///< everything that has keys is done by pressing them
        int disturb = 0;       ///< verbs drawn at random before each step, after which the controller has to lead back
    };
    LessonScript(LessonsUi &ui, Options options, QObject *parent = nullptr);

    void start(const QString &file);
    /// {"lesson", "steps", "passed"}; with "error" where the lesson could not be begun.
    const QJsonObject &report() const { return m_report; }

Q_SIGNALS:
    void ended(bool passed);

private:
    enum class Stage { opening, disturbing, restoring, before, doing, over };

    void evaluate();
    void disturb();
    void recordBefore();
    void recordAfter();
    void answer();
    void answerByKeys(const QString &answer);
    void perform();
    void advance();
    void finishStep();
    void finish(const QString &error);
    void take(const QString &suffix);
    QJsonValue measured() const;
    bool isPassed(const QJsonObject &step) const;

    LessonsUi &m_ui;
    const Options m_options;
    ActionRunner m_disturber, m_player; ///< m_player: by keys
    KeyHand m_keys;
    QStringList m_keyless; ///< verbs of the step that have no keys
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
