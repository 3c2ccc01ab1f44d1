// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/learn/coach.h"

#include "gui/style/filename.h"
#include "io/files/inputfile.h"
#include "lessons/places.h"
#include "lessons/validate.h"

#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace anchorscope::gui {

namespace {

constexpr std::uint64_t longestLesson = 1 << 21; // bytes; longer ones are refused by the reader with a sentence

DataChoice choiceFor(const lessons::Lesson &lesson, const std::string &path)
{
    DataChoice choice;
    choice.pathX = choice.pathY = path;
    choice.spaceX = lesson.x;
    choice.spaceY = lesson.y;
    choice.maxItems = lesson.items;
    return choice;
}

bool readsHeadline(const lessons::Fact &fact)
{
    return fact.name.starts_with("error") || fact.name.starts_with("classes.") || fact.name == "bars.moved";
}

bool readsHeadline(const lessons::Condition &condition)
{
    return std::ranges::any_of(condition.clauses, [](const std::vector<lessons::Term> &clause) {
        return std::ranges::any_of(clause, [](const lessons::Term &term) { return readsHeadline(*term.fact); });
    });
}

} // namespace

Coach::Coach(Situation &situation, Hooks hooks, QObject *parent)
    : QObject(parent), m_situation(situation), m_hooks(std::move(hooks)),
      m_performer(situation, {[this](const std::string &data) { openOther(data); },
                              [this](const QString &text) { setAnswer(text); }})
{
    const LessonParts &parts = situation.parts();
    connect(&situation, &Situation::changed, this, &Coach::look);
    connect(&m_performer, &Performer::done, this, &Coach::done);
    connect(&m_performer, &Performer::failed, this, [this](const QString &sentence) {
        m_trouble = sentence;
        done();
    });
    connect(&parts.session, &SessionController::opened, this, &Coach::takeOpened);
    connect(&parts.session, &SessionController::failed, this, [this] {
        if (m_phase == Phase::opening && m_doing == Doing::nothing)
            end();
    });
    connect(&parts.workspace, &Workspace::dataChanged, this, &Coach::onDataChanged);
    m_hintClock.setSingleShot(true);
    connect(&m_hintClock, &QTimer::timeout, this, &Coach::unfold);
}

void Coach::begin(const QString &file)
{
    const auto text = io::readWholeFile(filePath(file), longestLesson);
    if (!text) {
        Q_EMIT failed(QString::fromStdString(text.error().text()));
        return;
    }
    lessons::ReadLesson read = lessons::readLesson(*text);
    const auto problem = std::ranges::find(read.problems, false, &lessons::Problem::isWarning);
    if (problem != read.problems.end()) {
        Q_EMIT failed(QString("%1:%2: %3").arg(file).arg(problem->line).arg(QString::fromStdString(problem->text)));
        return;
    }
    const std::string data = lessons::dataOf(read.lesson, filePath(file), {m_hooks.examples});
    if (data.empty()) {
        Q_EMIT failed(tr("%1:%2: expected a file of data, found “%3”, which is not there")
                          .arg(file)
                          .arg(read.lesson.dataLine)
                          .arg(QString::fromStdString(read.lesson.file)));
        return;
    }
    m_hooks.confirm(tr("Begin a lesson"), [this, file, data, lesson = std::move(read.lesson)] {
        if (isActive())
            end();
        m_file = file;
        m_lesson = lesson;
        m_data = choiceFor(lesson, data);
        m_answers.clear();
        m_wanted = 0;
        open();
    });
}

void Coach::open()
{
    m_performer.stop();
    m_doing = Doing::nothing;
    m_trouble.clear();
    m_phase = Phase::opening;
    m_step = m_wanted;
    m_situation.parts().session.openChoice(m_data);
    Q_EMIT changed();
}

/// The verb: other data, as data: at the top of a lesson.
void Coach::openOther(const std::string &data)
{
    lessons::Lesson other;
    for (const std::string_view part : lessons::parts(data, " ")) {
        if (part.starts_with("x="))
            other.x = part.substr(2);
        else if (part.starts_with("y="))
            other.y = part.substr(2);
        else
            other.file = part;
    }
    const std::string path = lessons::dataOf(other, filePath(m_file), {m_hooks.examples});
    if (!path.empty())
        m_situation.parts().session.openChoice(choiceFor(other, path));
}

bool Coach::isOurs() const
{
    const auto &data = m_situation.parts().workspace.data();
    const auto isAny = [](const std::string &wanted, const std::string &found) {
        return wanted.empty() || wanted == found; // without a name the first ones are meant
    };
    return data && data->choice.pathX == m_data.pathX && data->choice.pathY == m_data.pathY &&
           isAny(m_data.spaceX, data->choice.spaceX) && isAny(m_data.spaceY, data->choice.spaceY);
}

void Coach::takeOpened()
{
    if (m_phase != Phase::opening || !isOurs())
        return;
    Workspace &workspace = m_situation.parts().workspace;
    const auto frame = std::ranges::find(lessons::frames(), m_lesson.frame) - lessons::frames().begin();
    ViewState view;
    if (!m_lesson.frame.empty())
        view.frame = static_cast<PanelFrame>(frame + 1); // its first is automatic
    workspace.setView(view);
    const auto centring = std::ranges::find(centeringChoices(), m_lesson.centring, &CenteringChoice::id);
    if (centring != centeringChoices().end())
        workspace.change(tr("Pre-processing"), [&](Setup &setup) { setup.centering = centring->value; });
    workspace.history()->clear(); // a lesson begins without a past
    workspace.setModified(false);
    Q_EMIT began();
    std::vector<lessons::Action> before;
    for (int step = 0; step < m_wanted; ++step) {
        const auto &actions = m_lesson.steps[static_cast<std::size_t>(step)].actions;
        before.insert(before.end(), actions.begin(), actions.end());
    }
    awaitHeadline();
    m_doing = Doing::catchingUp;
    m_performer.perform(before); // and waits until the spaces are prepared
}

void Coach::onDataChanged()
{
    if (m_phase == Phase::step && !isOurs())
        m_phase = Phase::left;
    else if (m_phase == Phase::left && isOurs())
        m_phase = Phase::step;
    else
        return;
    m_performer.stop();
    m_doing = Doing::nothing;
    Q_EMIT changed();
}

void Coach::done()
{
    const Doing was = std::exchange(m_doing, Doing::nothing);
    if (was == Doing::catchingUp)
        enter(m_wanted);
    else if (was == Doing::skipping && m_trouble.isEmpty())
        next();
    else
        look();
    Q_EMIT changed();
}

void Coach::enter(int step)
{
    m_phase = Phase::step;
    m_step = step;
    m_holds = m_wasSo = m_unfolded = false;
    m_fresh = true;
    m_before.clear();
    m_trouble.clear();
    m_situation.beginStep();
    m_hintClock.stop();
    if (!now().hints.empty())
        m_hintClock.start(std::chrono::seconds(now().hints.front().seconds));
    if (!now().frame.empty()) {
        const auto frame = std::ranges::find(lessons::frames(), now().frame) - lessons::frames().begin();
        m_situation.parts().workspace.changeView(
            tr("Frame"), [&](ViewState &view) { view.frame = static_cast<PanelFrame>(frame + 1); });
    }
    Q_EMIT stepped();
    look();
}

/// While a step waits for it or is to be compared with its beginning.
void Coach::awaitHeadline()
{
    const bool reads = std::ranges::any_of(m_lesson.steps, [](const lessons::Step &step) {
        return readsHeadline(step.await) ||
               (step.question && step.question->measured && readsHeadline(*step.question->measured));
    });
    m_situation.parts().play.setAwaited(reads && isActive());
}

void Coach::look()
{
    if (m_phase != Phase::step)
        return;
    const lessons::FactReader reader = m_situation.reader();
    for (const auto &[name, value] : lessons::factsNow(reader)) { // what is measured late begins as it is measured
        lessons::FactValue &before = m_before[name];
        if (!before)
            before = value;
    }
    const lessons::FactReader before = [this](const lessons::Fact &fact) { return m_before[fact.name]; };
    const bool held = std::exchange(m_holds, now().await.empty() || now().await.holds(reader, before));
    if (m_fresh && (m_holds || m_situation.parts().isIdle())) {
        m_fresh = false;
        m_wasSo = m_holds && !now().await.empty();
    }
    if (m_holds && !held)
        m_hintClock.stop();
    Q_EMIT changed();
}

std::string Coach::target() const
{
    const lessons::Step &step = now();
    if (!step.point.empty() || step.actions.empty())
        return step.point;
    const lessons::Action &first = step.actions.front();
    const bool onPage = first.verb->name == "dock" || (first.verb->name == "measure" && first.word != "table");
    return onPage ? first.word : first.word == "table" ? "table" : first.verb->target;
}

std::optional<bool> Coach::isRight() const
{
    const QString said = answer();
    if (!now().question || said.isEmpty())
        return std::nullopt;
    const lessons::Question &question = *now().question;
    switch (question.kind) {
    case lessons::Question::Kind::choice:
        return said == QString::fromStdString(question.choices[static_cast<std::size_t>(question.right)]);
    case lessons::Question::Kind::number: {
        bool isNumber = false;
        double number = QLocale().toDouble(said, &isNumber);
        if (!isNumber)
            number = said.toDouble(&isNumber);
        return isNumber && std::abs(number - question.value) <= question.tolerance;
    }
    case lessons::Question::Kind::item:
        return said == QString::fromStdString(question.item);
    case lessons::Question::Kind::text:
        break;
    }
    return std::nullopt;
}

bool Coach::isRevealed() const
{
    return isActive() && now().question && !answer().isEmpty() && m_holds;
}

QString Coach::hint() const
{
    if (!m_unfolded)
        return {};
    QStringList lines;
    for (const lessons::Hint &hint : now().hints)
        lines << QString::fromStdString(hint.text);
    for (const lessons::Action &action : now().actions) {
        const QString gesture = QString::fromStdString(action.verb->mouse);
        const QString keys = QString::fromStdString(action.verb->keyboard);
        const QString line = keys.isEmpty() ? gesture : tr("%1 Keys: %2.").arg(gesture, keys);
        if (!gesture.isEmpty() && !lines.contains(line))
            lines << line;
    }
    return lines.join('\n');
}

bool Coach::mayGoOn() const
{
    return m_phase == Phase::step && !isBusy() && m_holds && (!now().question || !answer().isEmpty());
}

void Coach::end()
{
    const bool finished = m_phase == Phase::step && isLast() && mayGoOn();
    m_phase = Phase::none;
    m_doing = Doing::nothing;
    m_performer.stop();
    m_hintClock.stop();
    m_situation.parts().play.setAwaited(false);
    Q_EMIT ended(finished);
    Q_EMIT changed();
}

void Coach::startOver()
{
    m_hooks.confirm(tr("Start the lesson over"), [this] {
        m_answers.clear();
        m_wanted = 0;
        open();
    });
}

void Coach::takeBack()
{
    m_hooks.confirm(tr("Back to the lesson"), [this] {
        m_wanted = m_step;
        open();
    });
}

void Coach::goOnHere()
{
    if (m_phase != Phase::left)
        return;
    m_data = m_situation.parts().workspace.data()->choice;
    enter(m_step);
}

void Coach::back()
{
    if (m_phase == Phase::step && !isBusy() && m_step > 0)
        enter(m_step - 1);
}

void Coach::next()
{
    if (m_phase != Phase::step || isBusy())
        return;
    if (isLast())
        end();
    else
        enter(m_step + 1);
}

void Coach::skip()
{
    if (m_phase != Phase::step || isBusy())
        return;
    if (m_holds || now().actions.empty()) {
        next();
        return;
    }
    perform(Doing::skipping);
}

/// What the step asks for.
void Coach::perform(Doing doing)
{
    m_doing = doing;
    m_trouble.clear();
    m_performer.perform(now().actions);
    Q_EMIT changed();
}

void Coach::showMe()
{
    if (m_phase != Phase::step || isBusy() || now().actions.empty())
        return;
    perform(Doing::showing);
}

void Coach::unfold()
{
    m_unfolded = true;
    Q_EMIT changed();
}

void Coach::setAnswer(const QString &text)
{
    if (m_phase != Phase::step || !now().question)
        return;
    m_answers[m_step] = text;
    Q_EMIT changed();
}

} // namespace anchorscope::gui
