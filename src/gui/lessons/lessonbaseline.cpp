// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonbaseline.h"

#include "gui/lessons/lessonfacts.h"
#include "gui/state/edits.h"
#include "gui/style/filename.h"
#include "gui/style/tr.h"
#include "io/files/inputfile.h"
#include "lessons/validate.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

/// True if the two runs begin under the same conditions and `made` was not interrupted, so that `planned` would have
/// the same result.
bool isSameRun(const io::RunRecord &made, const io::RunRecord &planned)
{
    const Termination end = made.summary.termination;
    return end != Termination::stopped && end != Termination::timeLimit && made.options == planned.options &&
           made.centering == planned.centering && made.transform == planned.transform &&
           made.anchorsOfX == planned.anchorsOfX && made.seedsOfY == planned.seedsOfY;
}

bool isPlaygroundScore(const lessons::Fact *fact)
{
    return fact &&
           (fact->name.starts_with("error") || fact->name.starts_with("classes.") || fact->name == "bars.moved");
}

} // namespace

Result<LessonBaseline::Found> LessonBaseline::find(const QString &file) const
{
    const auto text = io::readWholeFile(filePath(file), lessons::largestLesson);
    if (!text)
        return text.error();
    lessons::ReadLesson read = lessons::readLesson(*text);
    const DataChoice data = lessons::dataOf(read, filePath(file), {m_examples});
    if (const lessons::Problem *wrong = read.mistake())
        return Error(ErrorCode::wrongUsage,
                     file.toStdString() + ':' + std::to_string(wrong->line) + ": " + wrong->text);
    return Found{file, read.lesson, data};
}

void LessonBaseline::set(const Found &found)
{
    m_found = found;
    m_here = found.data;
    m_runs.clear();
}

void LessonBaseline::open()
{
    closeStep();
    m_here = m_found.data;
    m_model.session.openChoice(m_here);
}

QString LessonBaseline::openOther(const std::string &data)
{
    lessons::ReadLesson other;
    other.lesson.items = lesson().items;
    if (const Status read = lessons::readData(data, other.lesson); !read)
        return QString::fromStdString(read.error().message);
    const DataChoice choice = lessons::dataOf(other, filePath(file()), {m_examples});
    if (choice.x.path.empty())
        return tr("The data file “%1” is not in the folder of the lesson or below it.")
            .arg(QString::fromStdString(other.lesson.file));
    m_here = choice;
    m_opensOther = true;
    m_model.session.openChoice(m_here);
    return {};
}

void LessonBaseline::continueHere()
{
    m_here = m_model.workspace.data()->choice;
    m_opensOther = false;
}

/// True if a condition or a question of the lesson depends on a score of the playground (the dock in which Y is
/// transformed).
bool LessonBaseline::readsScores() const
{
    return std::ranges::any_of(lesson().steps, [](const lessons::Step &step) {
        const bool awaited = std::ranges::any_of(step.await.clauses, [](const std::vector<lessons::Term> &clause) {
            return std::ranges::any_of(clause, [](const lessons::Term &term) {
                return isPlaygroundScore(term.fact) || isPlaygroundScore(term.other);
            });
        });
        return awaited || (step.question && isPlaygroundScore(step.question->measured));
    });
}

void LessonBaseline::begin()
{
    Workspace &workspace = m_model.workspace;
    ViewState view;
    view.frame = choiceOf(frameWords, lesson().frame, PanelFrame::Automatic);
    workspace.setView(view);
    const auto centring = std::ranges::find(centeringChoices(), lesson().centring, &CenteringChoice::id);
    if (centring != centeringChoices().end())
        setCentering(workspace, centring->value);
    workspace.change({}, [this](Setup &setup) { setup.methods = lesson().methods; });
    workspace.history()->clear(); // during the lesson, earlier changes cannot be undone
    workspace.setModified(false);
    m_start = now();
    m_model.play.setAwaited(readsScores());
}

bool LessonBaseline::isOpen(const DataChoice &choice) const
{
    const auto &data = m_model.workspace.data();
    const auto isAny = [](const std::string &requested, const std::string &found) {
        return requested.empty() || requested == found; // an empty name requests the first space
    };
    return data && data->choice.x.path == choice.x.path && data->choice.y.path == choice.y.path &&
           isAny(choice.x.space, data->choice.x.space) && isAny(choice.y.space, data->choice.y.space);
}

bool LessonBaseline::isOwn() const
{
    return isOpen(m_found.data);
}

bool LessonBaseline::isHere() const
{
    return isOpen(m_here) || isOwn();
}

void LessonBaseline::goBack(const QString &name)
{
    goBackTo(m_start, name);
    m_model.selection.clear();
    m_model.play.table().clear();
}

void LessonBaseline::goBackTo(const State &state, const QString &name)
{
    if (m_model.optimizer.state() != OptimizeController::State::Idle)
        m_model.optimizer.cancel();
    openStep(name);
    m_model.workspace.change(name, [&](Setup &setup) { setup = state.setup; });
    m_model.workspace.changeView(name, [&](ViewState &view) { view = state.view; });
}

void LessonBaseline::keepRun(io::RunId run)
{
    const io::RunRecord *made = findRun(m_model.workspace.runs(), run);
    if (!made || !isOwn())
        return;
    // Removes an earlier record of the same run, which was stored before the run had its verdict.
    std::erase_if(m_runs, [&](const KeptRun &kept) { return isSameRun(kept.record, *made); });
    m_runs.push_back({*made, m_model.optimizer.recordingOf(run)});
}

bool LessonBaseline::restoreRun()
{
    const Result<io::RunRecord> planned = m_model.optimizer.planned();
    if (!planned)
        return false;
    const auto &runs = m_model.workspace.runs();
    const auto here = std::ranges::find_if(runs, [&](const auto &run) { return isSameRun(run, *planned); });
    if (here != runs.end()) {
        m_model.workspace.chooseRun(here->id);
        return true;
    }
    const auto kept = std::ranges::find_if(m_runs, [&](const auto &run) { return isSameRun(run.record, *planned); });
    if (!isOwn() || kept == m_runs.end())
        return false;
    io::RunRecord record = kept->record;
    record.name = planned->name;
    m_model.workspace.addRun(std::move(record),
                             [&](io::RunId run) { m_model.optimizer.keepRecording(run, kept->recording); });
    return true;
}

void LessonBaseline::openStep(const QString &name)
{
    closeStep();
    m_step = m_model.workspace.history();
    m_step->beginMacro(name);
}

void LessonBaseline::closeStep()
{
    if (m_step)
        m_step->endMacro();
    m_step = nullptr;
}

} // namespace anchorscope::gui
