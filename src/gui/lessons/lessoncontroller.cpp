// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessoncontroller.h"

#include "core/random.h"
#include "gui/lessons/lessonsheet.h"
#include "gui/lessons/targets.h"

#include <QLocale>
#include <QRandomGenerator>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

/// Reads a number from a text with or without its unit, in the notation of the user's locale or with a decimal point.
std::optional<double> numberIn(QString text, const std::string &unit)
{
    if (const QString known = QString::fromStdString(unit); !known.isEmpty() && text.endsWith(known))
        text.chop(known.size());
    bool isNumber = false;
    double number = QLocale().toDouble(text.trimmed(), &isNumber);
    if (!isNumber)
        number = text.trimmed().toDouble(&isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

} // namespace

LessonController::LessonController(LessonFacts &facts, Hooks hooks, QObject *parent)
    : QObject(parent), m_facts(facts), m_hooks(std::move(hooks)),
      m_runner(facts, {[this](const std::string &data) { return m_baseline.openOther(data); },
                       [this](const QString &text) { setAnswer(text); }, [this] { return m_baseline.restoreRun(); }}),
      m_baseline(facts.model(), m_hooks.examples)
{
    AppModel &model = facts.model();
    connect(&facts, &LessonFacts::changed, this, &LessonController::evaluate);
    connect(&m_runner, &ActionRunner::started, this, &LessonController::evaluate);
    connect(&m_runner, &ActionRunner::done, this, &LessonController::done);
    connect(&m_runner, &ActionRunner::failed, this, [this](const QString &sentence) {
        m_trouble = sentence;
        done();
    });
    connect(&model.session, &SessionController::opened, this, &LessonController::takeOpened);
    connect(&model.session, &SessionController::failed, this, [this] {
        if (m_phase == Phase::opening && m_activity == Activity::nothing)
            abortOpening();
    });
    connect(&model.workspace, &Workspace::dataChanged, this, &LessonController::onDataChanged);
    connect(&model.optimizer, &OptimizeController::answered, this, [this](io::RunId run) {
        if (isActive())
            m_baseline.keepRun(run);
    });
    m_hintClock.setSingleShot(true);
    connect(&m_hintClock, &QTimer::timeout, this, [this] {
        ++m_hintsShown;
        startHints();
        Q_EMIT changed();
    });
}

void LessonController::begin(const QString &file)
{
    const Result<LessonBaseline::Found> found = m_baseline.find(file);
    if (!found)
        return Q_EMIT failed(QString::fromStdString(found.error().text()));
    m_hooks.confirm(tr("Start a lesson"), [this, found] {
        if (isActive())
            end();
        m_baseline.set(*found);
        m_shuffle = QRandomGenerator::global()->generate();
        m_answers.clear();
        m_targetStep = 0;
        open();
    });
}

void LessonController::open()
{
    m_runner.stop();
    m_hintClock.stop();
    m_activity = Activity::nothing;
    m_trouble.clear();
    m_before.clear();
    m_best.clear();
    m_phase = Phase::opening;
    m_step = m_targetStep;
    m_facts.model().inLesson = true;
    m_baseline.open();
    Q_EMIT changed();
}

void LessonController::takeOpened()
{
    if (m_phase != Phase::opening || m_activity != Activity::nothing)
        return;
    if (!m_baseline.isOwn())
        return abortOpening();
    m_baseline.begin();
    m_begun = true;
    Q_EMIT began();
    if (m_targetStep > 0)
        m_baseline.openStep(tr("Back to the lesson"));
    catchUp();
}

/// Returns to a defined state if the data of the lesson were not opened: they cannot be read, or the user cancelled or
/// opened other data.
void LessonController::abortOpening()
{
    if (!m_begun) {
        end();
    } else if (m_baseline.isHere()) {
        enter(m_step);
    } else {
        m_phase = Phase::left;
        m_facts.model().inLesson = false;
        Q_EMIT changed();
    }
}

/// Performs the actions of all steps before m_targetStep; done() then enters that step.
void LessonController::catchUp()
{
    m_phase = Phase::opening;
    m_activity = Activity::catchingUp;
    m_runner.setAnimator(nullptr);
    m_runner.run({}); // even without actions, the runner waits until the spaces are prepared
    for (int step = 0; step < m_targetStep; ++step) {
        m_runner.run(lesson().steps[static_cast<std::size_t>(step)].start);
        m_runner.run(lesson().steps[static_cast<std::size_t>(step)].actions);
    }
}

void LessonController::onDataChanged()
{
    const bool inSteps = m_phase == Phase::step || m_activity == Activity::catchingUp;
    if (inSteps && !m_baseline.isHere())
        m_phase = Phase::left;
    else if (m_phase == Phase::left && m_baseline.isHere())
        m_phase = Phase::step;
    else
        return;
    m_facts.model().inLesson = m_phase != Phase::left;
    m_runner.stop();
    m_baseline.closeStep();
    m_activity = Activity::nothing;
    Q_EMIT changed();
    evaluate();
}

void LessonController::done()
{
    const Activity was = std::exchange(m_activity, Activity::nothing);
    m_baseline.closeStep();
    if (was == Activity::starting) {
        begun();
    } else if (was == Activity::catchingUp) {
        const QString trouble = m_trouble;
        enter(m_targetStep);
        m_trouble = trouble; // restores an error of an earlier step's actions, which enter() has cleared
    } else if (was == Activity::skipping && m_trouble.isEmpty()) {
        next();
    } else {
        evaluate();
        m_offTrack = was == Activity::demonstrating && !m_holds;
    }
    Q_EMIT changed();
}

void LessonController::enter(int step)
{
    m_phase = Phase::step;
    m_step = step;
    const bool isNew = !m_before.contains(step);
    m_holds = m_showsAllHints = m_offTrack = false;
    m_trouble.clear();
    m_figure = {};
    m_facts.beginStep();
    m_votes.clear();
    AppModel &model = m_facts.model();
    if (isNew) { // resets the selection, the shown iteration and the pair tool, which belong to another step
        model.replay.leave();
        model.selection.clear();
        model.selection.clearHover(); // an item that the keyboard has highlighted
        model.pairTool.setActive(false);
    }
    m_hintsShown = 0;
    startHints();
    if (!now().frame.empty()) {
        const PanelFrame frame = choiceOf(frameWords, now().frame, PanelFrame::Automatic);
        model.workspace.changeView(tr("Frame"), [frame](ViewState &view) { view.frame = frame; });
    }
    if (isNew && !now().start.empty()) {
        m_activity = Activity::starting;
        m_runner.setAnimator(nullptr);
        m_best.clear(); // values of other data or settings cannot be compared with the current ones
        m_runner.run(now().start);
    }
    Q_EMIT stepped();
    if (m_activity != Activity::starting)
        begun();
}

/// Stores the state of the window at the start of the step, once the step has been prepared.
void LessonController::begun()
{
    m_atStep = m_baseline.now();
    evaluate();
}

void LessonController::startHints()
{
    m_hintClock.stop();
    if (m_hintsShown >= now().hints.size())
        return;
    const int last = m_hintsShown > 0 ? now().hints[m_hintsShown - 1].seconds : 0;
    m_hintClock.start(std::chrono::seconds(std::max(0, now().hints[m_hintsShown].seconds - last)));
}

void LessonController::evaluate()
{
    if (m_phase == Phase::opening && m_activity == Activity::nothing && !m_facts.model().session.busy())
        abortOpening();
    if (m_phase != Phase::step || isStarting())
        return;
    const lessons::FactReader reader = m_facts.reader();
    auto &begun = m_before[m_step];
    // Stores the values that the facts of lessons have at the start of the step; for a fact that is unknown then, its
    // first known value.
    for (const lessons::Fact &fact : lessons::facts()) {
        if (lessons::FactValue &before = begun[fact.name]; !before)
            before = reader(fact);
    }
    const lessons::FactReader before = [&begun](const lessons::Fact &fact) { return begun[fact.name]; };
    // A condition about the screen remains fulfilled after the learner has opened another view.
    const bool wasSeen = m_holds && !now().await.isMeasurable();
    const bool held = std::exchange(m_holds, wasSeen || now().await.empty() || now().await.holds(reader, before));
    m_progress = m_holds ? QString() : QString::fromStdString(lessons::progress(now().await, reader, before));
    readFigure(reader, before);
    if (m_holds && !held)
        m_hintClock.stop();
    m_offTrack = m_offTrack && !m_holds;
    // The condition is fulfilled, so the jobs that are still running need not be awaited.
    if (m_holds && isBusy() && m_runner.isDone()) {
        m_runner.stop();
        return done();
    }
    Q_EMIT changed();
}

void LessonController::readFigure(const lessons::FactReader &now, const lessons::FactReader &before)
{
    const lessons::Fact *fact = m_figure.fact = lessons::figureOf(this->now());
    if (!fact)
        return;
    const auto number = [fact](const lessons::FactReader &read) {
        const lessons::FactValue value = read(*fact);
        return value ? std::optional(std::get<double>(*value)) : std::nullopt;
    };
    m_figure.before = number(before);
    m_figure.now = number(now);
    if (m_figure.now && (lessons::isBetterSmall(*fact) || m_facts.chance(*fact))) { // an error or a score
        const bool isLowest = m_figure.isLowest =
            lessons::isBetterSmall(*fact) || this->now().await.hasUpperBound(*fact);
        double &best = m_best.try_emplace({fact, isLowest}, *m_figure.now).first->second;
        best = isLowest ? std::min(best, *m_figure.now) : std::max(best, *m_figure.now);
        m_figure.best = best;
    }
}

std::vector<int> LessonController::choiceOrder() const
{
    Random random(m_shuffle + static_cast<std::uint64_t>(m_step));
    return random.permutation(now().question ? std::ssize(now().question->choices) : 0);
}

std::string LessonController::target() const
{
    const lessons::Step &step = now();
    return !step.point.empty() || step.actions.empty() ? step.point : targetOf(step.actions.front());
}

std::optional<bool> LessonController::isCorrect(int step) const
{
    const QString said = answer(step);
    const std::optional<lessons::Question> &asked = lesson().steps[static_cast<std::size_t>(step)].question;
    if (!asked || said.isEmpty())
        return std::nullopt;
    const lessons::Question &question = *asked;
    switch (question.kind) {
    case lessons::Question::Kind::choice:
        return said == QString::fromStdString(question.choices[static_cast<std::size_t>(question.correct)]);
    case lessons::Question::Kind::number: {
        const auto number = numberIn(said, question.unit);
        return number && std::abs(*number - question.value) <= question.tolerance;
    }
    case lessons::Question::Kind::item:
        return said.compare(QString::fromStdString(question.item), Qt::CaseInsensitive) == 0;
    case lessons::Question::Kind::text:
        break;
    }
    return std::nullopt;
}

bool LessonController::isRevealed() const
{
    return isActive() && now().question && !answer().isEmpty() && isDone();
}

QString LessonController::hint() const
{
    QStringList lines;
    for (std::size_t i = 0; i < (m_showsAllHints ? now().hints.size() : m_hintsShown); ++i)
        lines << QString::fromStdString(now().hints[i].text);
    for (const lessons::Action &action : m_showsAllHints ? now().actions : std::vector<lessons::Action>()) {
        const QString gesture = QString::fromStdString(action.verb->mouse);
        const QString keys = QString::fromStdString(action.verb->keyboard);
        const QString line = keys.isEmpty() ? gesture : tr("%1 Keys: %2.").arg(gesture, keys);
        if (!gesture.isEmpty() && !lines.contains(line))
            lines << line;
    }
    return lines.join('\n');
}

bool LessonController::mayAdvance() const
{
    return m_phase == Phase::step && !isBusy() && isDone() && (!now().question || !answer().isEmpty());
}

void LessonController::end()
{
    const bool finished = m_phase == Phase::step && isLast() && mayAdvance();
    m_facts.model().experiments.stop();
    if (m_baseline.isExercise())
        m_facts.model().workspace.setModified(false); // so that no dialog asks whether to save the exercise
    m_phase = Phase::none;
    m_activity = Activity::nothing;
    m_runner.stop();
    m_baseline.closeStep();
    m_begun = false;
    m_before.clear();
    m_hintClock.stop();
    m_facts.model().play.setAwaited(false);
    Q_EMIT ended(finished);
    m_facts.model().inLesson = false;
    Q_EMIT changed();
}

void LessonController::startOver()
{
    m_hooks.confirm(tr("Start the lesson over"), [this] {
        if (!isActive()) // the user may have ended the lesson while the dialog was open
            return;
        m_answers.clear();
        m_targetStep = 0;
        open();
    });
}

void LessonController::restore()
{
    if (m_phase == Phase::none || m_phase == Phase::opening)
        return;
    m_targetStep = m_step;
    // Goes back without confirmation if the lesson's data are open, because the user can undo this.
    if (m_baseline.isOwn()) {
        m_runner.stop();
        m_before.remove(m_step);
        m_baseline.goBack(tr("Back to the lesson"));
        catchUp();
        return Q_EMIT changed();
    }
    m_hooks.confirm(tr("Back to the lesson"), [this] {
        if (isActive())
            open();
    });
}

void LessonController::continueHere()
{
    if (m_phase != Phase::left || !m_facts.model().workspace.hasData())
        return;
    m_baseline.continueHere();
    m_before.remove(m_step);
    enter(m_step);
}

void LessonController::back()
{
    if (m_phase != Phase::step || isBusy() || m_step == 0)
        return;
    m_targetStep = m_step - 1;
    const auto opensData = [](const lessons::Action &action) { return action.verb->name == "open"; };
    if (std::ranges::any_of(now().start, opensData))
        open();
    else
        enter(m_targetStep);
}

void LessonController::next()
{
    if (m_phase != Phase::step || isBusy())
        return;
    if (isLast())
        end();
    else
        enter(m_step + 1);
}

void LessonController::skip()
{
    if (m_phase != Phase::step || isBusy())
        return;
    if (m_holds || now().actions.empty())
        return next();
    perform(Activity::skipping);
}

void LessonController::perform(Activity activity)
{
    m_activity = activity;
    m_trouble.clear();
    m_offTrack = false;
    m_runner.setAnimator(activity == Activity::demonstrating ? m_animator : nullptr);
    m_baseline.goBackTo(m_atStep, activity == Activity::skipping ? tr("Skip") : tr("Show me"));
    m_runner.run(now().actions);
    Q_EMIT changed();
}

void LessonController::demonstrate()
{
    if (m_phase == Phase::step && !isBusy() && !now().actions.empty())
        perform(Activity::demonstrating);
}

void LessonController::showAllHints()
{
    m_showsAllHints = true;
    Q_EMIT changed();
}

void LessonController::setAnswer(const QString &text)
{
    if (m_phase != Phase::step || !now().question || text.isEmpty())
        return;
    const bool isNumber = now().question->kind == lessons::Question::Kind::number;
    const bool isReadable = !isNumber || numberIn(text, now().question->unit);
    m_trouble = isReadable ? QString() : tr("Expected a number as the answer, found “%1”.").arg(text);
    if (isReadable)
        m_answers[m_step] = text;
    Q_EMIT changed();
}

void LessonController::vote(int place)
{
    if (m_phase != Phase::step || !answer().isEmpty() || place > static_cast<int>(choiceOrder().size()))
        return;
    ++m_votes[place];
    Q_EMIT changed();
}

void LessonController::answerForClass()
{
    if (m_phase != Phase::step || !now().question || !answer().isEmpty())
        return;
    const lessons::Question &question = *now().question;
    const QString correct = correctAnswer(question);
    int place = 0;
    for (const int key : m_votes.keys()) {
        if (votes(key) > votes(place))
            place = key;
    }
    if (place > 0)
        setAnswer(QString::fromStdString(
            question.choices[static_cast<std::size_t>(choiceOrder()[static_cast<std::size_t>(place - 1)])]));
    else
        setAnswer(correct.isEmpty() ? tr("–") : correct); // an answer in own words is never right or wrong
}

} // namespace anchorscope::gui
