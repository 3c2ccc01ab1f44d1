// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonscript.h"

#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/targets.h"

#include <QFileInfo>
#include <QMainWindow>
#include <QPixmap>

#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds scriptInterval{15};
/// Number of consecutive timer ticks without a running job after which the script continues. In this time, the ring
/// around the target of the step reaches its place.
constexpr int idleTicksBefore = 12;
/// Time limit for a step in seconds; the longest step of the bundled lessons took 98 s on a busy machine.
constexpr double patienceOfStep = 600;

/// Actions that can be performed in any state and finish quickly; random ones are performed before each step.
constexpr const char *disturbances[] = {
    "colour norm", "lines on",      "axes 2 3",  "frame components", "center none",        "center standardize",
    "turn 90",     "mirror on",     "scale 2",   "shift 1",          "similarity angular", "noise 0.1",
    "stretch 2",   "draw 3 random", "dock data", "dock anchors",     "lambda 0.5",         "reset",
};

QJsonValue flagOrNull(bool counts, bool value)
{
    return counts ? QJsonValue(value) : QJsonValue();
}

} // namespace

LessonScript::LessonScript(LessonsUi &ui, Options options, QObject *parent)
    : QObject(parent), m_ui(ui), m_options(std::move(options)),
      m_disturber(ui.facts(), {[](const std::string &) { return QString(); }, [](const QString &) {}})
{
    ui.controller().setAnimator(nullptr); // lessons are played without animations, which take time
    m_clock.setInterval(scriptInterval);
    connect(&m_clock, &QTimer::timeout, this, &LessonScript::evaluate);
    connect(&ui.controller(), &LessonController::failed, this, &LessonScript::finish);
    connect(&ui.model().session, &SessionController::failed, this, &LessonScript::finish);
}

void LessonScript::start(const QString &file)
{
    m_stage = Stage::opening;
    m_steps = {};
    m_report = {{"lesson", QFileInfo(file).baseName()}};
    m_step = -1;
    m_time.start();
    m_clock.start();
    m_ui.controller().begin(file);
}

void LessonScript::evaluate()
{
    const LessonController &controller = m_ui.controller();
    if (m_stage == Stage::over)
        return;
    if (static_cast<double>(m_time.elapsed()) / 1000 > patienceOfStep) {
        if (m_stage == Stage::doing)
            recordAfter();
        return finish(QString("step %1 took longer than %2 s").arg(m_step + 1).arg(patienceOfStep));
    }
    // Waits also for the verdict of a run if the step's condition is not fulfilled without it.
    AppModel &model = m_ui.model();
    const bool rests = controller.phase() == LessonController::Phase::step && !controller.isBusy() &&
                       (controller.holds() ? model.isFree() : model.isIdle());
    m_idleTicks = rests ? m_idleTicks + 1 : 0;
    if (m_idleTicks < idleTicksBefore)
        return;
    if (m_disturber.isBusy() || isPerforming())
        return;
    m_idleTicks = 0;
    QMainWindow &window = m_ui.window();
    // Resizes only after the lesson has hidden docks, because their minimum size would keep the window larger.
    if (!m_options.size.isEmpty() && !std::exchange(m_isSized, true))
        return window.resize(m_options.size);
    const bool undisturbed = m_stage == Stage::opening || m_stage == Stage::before;
    if (m_stage == Stage::doing)
        recordAfter();
    else if (undisturbed && m_options.disturb > 0)
        disturb();
    else if (m_stage == Stage::disturbing) {
        m_stage = Stage::restoring;
        // Marks the work as saved, because otherwise a dialog would ask about unsaved changes.
        m_ui.model().workspace.setModified(false);
        m_ui.controller().restore();
    } else
        recordBefore();
}

void LessonScript::disturb()
{
    m_stage = Stage::disturbing;
    std::vector<lessons::Action> actions;
    for (int i = 0; i < m_options.disturb; ++i) {
        const auto drawn = m_random.below(static_cast<Index>(std::size(disturbances)));
        const auto action = lessons::readActions(disturbances[drawn]);
        actions.push_back(action->front());
    }
    m_disturber.run(actions);
}

void LessonScript::recordBefore()
{
    LessonController &controller = m_ui.controller();
    m_step = controller.step();
    if (m_step == 0)
        m_time.start(); // starts the time limit of the first step, which does not include opening the data
    const std::string name = controller.target();
    const Target target = name.empty() ? Target() : findTarget(m_ui.window(), name);
    m_now = {{"step", m_step + 1},
             {"heading", QString::fromStdString(controller.now().heading)},
             {"before", flagOrNull(!controller.now().await.empty(), controller.holds())},
             {"target", name.empty() ? QJsonValue() : QJsonValue(QString::fromStdString(name))},
             {"covered", flagOrNull(!name.empty(), !target.isFree(m_ui.window()))},
             {"clipped", QJsonArray::fromStringList(m_ui.bar().clipped())}};
    if (!controller.trouble().isEmpty()) // error of the actions that prepare the step
        m_now["trouble"] = controller.trouble();
    take({});
    if (m_ui.controller().now().question && !m_ui.controller().now().question->isAfter)
        answerCorrectly();
    perform();
    m_stage = Stage::doing;
}

void LessonScript::perform()
{
    m_ui.controller().demonstrate();
}

void LessonScript::advance()
{
    m_ui.controller().next();
}

void LessonScript::answerCorrectly()
{
    const QString correct = correctAnswer(*m_ui.controller().now().question);
    answer(correct.isEmpty() ? "…" : correct);
}

void LessonScript::answer(const QString &answer)
{
    m_ui.controller().setAnswer(answer);
}

QJsonValue LessonScript::measured() const
{
    const auto &question = m_ui.controller().now().question;
    if (!question || !question->measured)
        return {};
    const lessons::FactValue value = m_ui.facts().value(*question->measured);
    return value && std::holds_alternative<double>(*value) ? QJsonValue(std::get<double>(*value))
                                                           : QJsonValue("not known");
}

void LessonScript::recordAfter()
{
    const LessonController &controller = m_ui.controller();
    if (controller.now().question && controller.now().question->isAfter)
        answerCorrectly();
    m_now["after"] = flagOrNull(!controller.now().await.empty(), controller.holds());
    const lessons::FactReader facts = m_ui.facts().reader();
    m_now["claim"] = flagOrNull(!controller.now().claim.empty(), controller.now().claim.holds(facts, facts));
    m_now["figure"] = controller.figure().now ? QJsonValue(*controller.figure().now) : QJsonValue();
    m_now["answer"] = measured();
    QJsonArray clipped = m_now["clipped"].toArray();
    for (const QString &text : m_ui.bar().clipped())
        clipped.append(text);
    m_now["clipped"] = clipped;
    if (!controller.trouble().isEmpty() && !m_now.contains("trouble"))
        m_now["trouble"] = controller.trouble();
    const QSize size = m_ui.window().size();
    if (m_isSized && size != m_options.size)
        m_now["grown"] = QString("%1x%2").arg(size.width()).arg(size.height());
    m_now["seconds"] = std::round(static_cast<double>(m_time.elapsed()) / 100) / 10;
    m_now["passed"] = isPassed(m_now);
    take("-done");
    finishStep();
}

bool LessonScript::isPassed(const QJsonObject &step) const
{
    const auto &question = m_ui.controller().now().question;
    const bool answered =
        !question || !question->measured ||
        (step["answer"].isDouble() && std::abs(step["answer"].toDouble() - question->value) <= question->tolerance);
    return !step["before"].toBool(false) && step["after"].toBool(true) && step["claim"].toBool(true) &&
           !step["covered"].toBool(false) && step["clipped"].toArray().isEmpty() && !step.contains("trouble") &&
           !step.contains("grown") && answered;
}

void LessonScript::finishStep()
{
    m_steps.append(m_now);
    m_time.start();
    m_stage = Stage::before;
    if (m_ui.controller().isLast())
        finish({});
    else
        advance();
}

void LessonScript::finish(const QString &error)
{
    if (m_stage == Stage::over)
        return;
    m_stage = Stage::over;
    m_clock.stop();
    bool passed = error.isEmpty();
    for (const QJsonValue &step : std::as_const(m_steps))
        passed = passed && step.toObject()["passed"].toBool();
    m_report["steps"] = m_steps;
    m_report["passed"] = passed;
    if (!error.isEmpty())
        m_report["error"] = error;
    if (m_ui.controller().isActive())
        m_ui.controller().end();
    Q_EMIT ended(passed);
}

void LessonScript::take(const QString &suffix)
{
    if (m_options.screenshots.isEmpty())
        return;
    const QString &out = m_options.screenshots;
    const QString stem = out.endsWith(".png") ? out.chopped(4) : out;
    m_ui.window().grab().save(QString("%1-%2%3.png").arg(stem).arg(m_step + 1).arg(suffix), "PNG");
}

} // namespace anchorscope::gui
