// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/actionrunner.h"

#include "core/experiments/registry.h"
#include "gui/lessons/targets.h"
#include "gui/pages/stitchingpage.h"
#include "gui/state/edits.h"
#include "io/text/itemfinder.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>
#include <sstream>

namespace anchorscope::gui {

namespace {

using lessons::Action;

constexpr std::chrono::milliseconds tickInterval{15};
/// The next action starts after this number of consecutive ticks of the timer without a running job. One tick is not
/// enough, because a follow-up job starts in the next iteration of the event loop.
constexpr int idleTicksNeeded = 2;
/// If the condition of the verb `wait` is still not fulfilled after this number of ticks without a running job (three
/// seconds), the action fails. By then, every delayed measurement has started.
constexpr int stuckTicksAllowed = 200;

/// Functions that perform an action, one per verb of lessons; they return an error message or an empty string.
namespace actions {

ItemIndex itemNamed(const ActionRunner &by, Side side, const std::string &name)
{
    return io::ItemFinder(by.model().workspace.data()->items(side)).find(name);
}

QString missing(const std::string &name)
{
    return ActionRunner::tr("There is no item “%1”.").arg(QString::fromStdString(name));
}

/// Adds a seed pair; replaces a seed pair that already contains the item of X.
QString seed(ActionRunner &by, const Action &action)
{
    Workspace &workspace = by.model().workspace;
    SeedPair pair{.x = itemNamed(by, Side::x, action.item)};
    if (pair.x == noItem)
        return missing(action.item);
    pair.y =
        action.partner.empty() ? workspace.data()->partner(Side::x, pair.x) : itemNamed(by, Side::y, action.partner);
    const QString name = QString::fromStdString(action.item);
    if (pair.y == noItem)
        return action.partner.empty() ? ActionRunner::tr("No partner of “%1” is known.").arg(name)
                                      : missing(action.partner);
    const int other = workspace.seedOf(Side::y, pair.y);
    if (other >= 0)
        return other == workspace.seedOf(Side::x, pair.x) // not an error if exactly this pair is a seed already
                   ? QString()
                   : ActionRunner::tr("The partner of “%1” is a seed of another item.").arg(name);
    workspace.change(ActionRunner::tr("Add seed %1").arg(name), [&](Setup &setup) {
        std::erase_if(setup.seeds, [&](const SeedPair &each) { return each.x == pair.x; });
        appendSeeds(setup, {pair});
    });
    return {};
}

QString unseed(ActionRunner &by, const Action &action)
{
    Workspace &workspace = by.model().workspace;
    const ItemIndex item = itemNamed(by, Side::x, action.item);
    if (item == noItem)
        return missing(action.item);
    workspace.change(ActionRunner::tr("Remove seed %1").arg(QString::fromStdString(action.item)), [item](Setup &setup) {
        std::erase_if(setup.seeds, [item](const SeedPair &each) { return each.x == item; });
    });
    return {};
}

QString draw(ActionRunner &by, const Action &action)
{
    if (!by.model().workspace.data()->hasTruth())
        return ActionRunner::tr("No pairs are known from which seeds could be drawn.");
    removeAllSeeds(by.model().workspace);
    by.model().seeds.draw(*findSampler(action.word), static_cast<Index>(action.number));
    return {};
}

QString centre(ActionRunner &by, const Action &action)
{
    const auto choice = std::ranges::find(centeringChoices(), std::string_view(action.word), &CenteringChoice::id);
    setCentering(by.model().workspace, choice->value);
    return {};
}

QString compareBy(ActionRunner &by, const Action &action)
{
    Workspace &workspace = by.model().workspace;
    if (!canUse(action.word, workspace.runs(), workspace.setup().run))
        return ActionRunner::tr("%1 needs a run that learns it.").arg(QString::fromStdString(action.word));
    setSimilarity(workspace, action.word);
    return {};
}

QString setLambda(ActionRunner &by, const Action &action)
{
    by.model().workspace.change(ActionRunner::tr("λ"),
                                [&](Setup &setup) { setup.similarityNumbers.shrinkage = action.number; });
    return {};
}

QString hidePairing(ActionRunner &by, const Action &action)
{
    by.model().workspace.change(ActionRunner::tr("Hide the pairing"),
                                [&](Setup &setup) { setup.pairingHidden = action.number != 0; });
    return {};
}

QString resetY(ActionRunner &by, const Action &)
{
    by.model().workspace.change(ActionRunner::tr("Reset Y"), [](Setup &setup) { setup.transform = {}; });
    return {};
}

QString run(ActionRunner &by, const Action &action)
{
    by.model().workspace.change(ActionRunner::tr("Method: %1").arg(QString::fromStdString(action.word)),
                                [&](Setup &setup) { setup.options.method = action.word; });
    const QString obstacle = by.model().optimizer.obstacle();
    const bool isRestored = obstacle.isEmpty() && by.hooks().restoreRun && by.hooks().restoreRun();
    if (obstacle.isEmpty() && !isRestored)
        by.model().optimizer.start();
    return obstacle;
}

QString stopRun(ActionRunner &by, const Action &)
{
    if (by.model().optimizer.state() != OptimizeController::State::Idle)
        by.model().optimizer.stop();
    return {};
}

QString scrub(ActionRunner &by, const Action &action)
{
    const Recording *recording = by.model().replay.recording();
    if (!recording || recording->frames().empty())
        return ActionRunner::tr("There is no run to go back in.");
    by.model().replay.show(recording->frameAt(static_cast<int>(action.number)));
    return {};
}

bool isMeasured(const Workspace &workspace, const std::string &what)
{
    return (what == "retrieval" && workspace.isRetrievalCurrent()) ||
           (what == "stitching" && workspace.isStitchingCurrent()) || (what == "health" && workspace.isHealthCurrent());
}

QString measure(ActionRunner &by, const Action &action)
{
    AppModel &model = by.model();
    QString obstacle;
    if (isMeasured(model.workspace, action.word))
        return {};
    if (action.word == "retrieval") {
        if (obstacle = model.scores.retrievalObstacle(); obstacle.isEmpty())
            model.scores.measureRetrieval();
    } else if (action.word == "stitching") {
        if (obstacle = model.scores.stitchingObstacle(); obstacle.isEmpty())
            model.scores.measureStitching();
    } else if (action.word == "health") {
        if (obstacle = model.health.obstacle(); obstacle.isEmpty())
            model.health.measure();
    } else if (obstacle = model.play.table().obstacle(); obstacle.isEmpty())
        model.play.table().measure();
    return obstacle;
}

QString guess(ActionRunner &by, const Action &action)
{
    InvarianceTable &table = by.model().play.table();
    if (table.isMeasured()) // a measured table accepts no guesses
        table.clear();
    int left = static_cast<int>(action.number);
    for (int cell = 0; cell < InvarianceTable::cells() && left > 0; ++cell) {
        if (table.guess(cell) != InvarianceTable::Guess::none)
            continue;
        table.setGuess(cell, InvarianceTable::Guess::holds);
        --left;
    }
    return {};
}

QString experiment(ActionRunner &by, const Action &action)
{
    const Experiment &chosen = *findExperiment(action.word);
    const QString obstacle = by.model().experiments.obstacle(chosen);
    if (obstacle.isEmpty() && !by.model().experiments.isMeasured(chosen, 1))
        by.model().experiments.start(chosen, 1);
    return obstacle;
}

QString setOption(ActionRunner &by, const Action &action)
{
    const std::vector<std::string_view> words = lessons::split(action.argument, " ");
    const Experiment *chosen = words.size() == 3 ? findExperiment(words[0]) : nullptr;
    ExperimentChoices choices = by.model().workspace.setup().experiments;
    std::any options = chosen ? chosen->makeOptions({}) : std::any();
    for (const Option &option : chosen ? chosen->ownOptions(options) : std::vector<Option>()) {
        if (option.id != words[1] || !choose(choices, *chosen, option.oldId, std::string(words[2])))
            continue;
        by.model().workspace.change(ActionRunner::tr("Options"), [&](Setup &setup) { setup.experiments = choices; });
        return {};
    }
    return ActionRunner::tr("Expected an experiment, one of its options and a value, found “%1”.")
        .arg(QString::fromStdString(action.argument));
}

QString showMatrices(ActionRunner &by, const Action &action)
{
    const std::string_view word = std::string_view(action.word).substr(action.word.find(' ') + 1);
    const std::string_view shown = choiceOf(stitchingWords, word, std::string_view());
    by.window().findChild<StitchingPage *>()->showMethod(std::string(shown));
    return {};
}

QString showDock(ActionRunner &by, const Action &action)
{
    QDockWidget *dock = findTarget(by.window(), action.word).dock;
    dock->show();
    dock->raise();
    return {};
}

QString hover(ActionRunner &by, const Action &action)
{
    const ItemIndex item = itemNamed(by, Side::x, action.item);
    if (item == noItem)
        return missing(action.item);
    by.model().selection.setHover(Side::x, item);
    return {};
}

QString select(ActionRunner &by, const Action &action)
{
    const ItemTable &items = by.model().workspace.data()->items(Side::x);
    std::vector<ItemIndex> chosen = itemsOfClass(items, action.argument);
    if (const ItemIndex item = itemNamed(by, Side::x, action.argument); chosen.empty() && item != noItem)
        chosen.push_back(item);
    if (chosen.empty())
        return missing(action.argument);
    by.model().selection.setFocus(Side::x, chosen.front());
    by.model().selection.select(Side::x, std::move(chosen));
    return {};
}

QString colour(ActionRunner &by, const Action &action)
{
    const ColourBy meaning = choiceOf(colouringWords, action.word, ColourBy::Label);
    by.model().workspace.changeView(ActionRunner::tr("Colour"),
                                    [meaning](ViewState &view) { view.colourBy = meaning; });
    return {};
}

QString frame(ActionRunner &by, const Action &action)
{
    const PanelFrame frame = choiceOf(frameWords, action.word, PanelFrame::Automatic);
    by.model().workspace.changeView(ActionRunner::tr("Frame"), [frame](ViewState &view) { view.frame = frame; });
    return {};
}

QString axes(ActionRunner &by, const Action &action)
{
    Axes axes;
    std::istringstream numbers(action.argument);
    if (!(numbers >> axes.horizontal >> axes.vertical) || axes.horizontal < 1 || axes.vertical < 1)
        return ActionRunner::tr("Expected the numbers of two axes, found “%1”.")
            .arg(QString::fromStdString(action.argument));
    by.model().workspace.changeView(ActionRunner::tr("Axes"), [axes](ViewState &view) {
        view.axes.fill({axes.horizontal - 1, axes.vertical - 1});
    });
    return {};
}

QString joinPartners(ActionRunner &by, const Action &action)
{
    by.model().workspace.changeView(ActionRunner::tr("Partner lines"),
                                    [&](ViewState &view) { view.partnerLines = action.number != 0; });
    return {};
}

QString answerQuestion(ActionRunner &by, const Action &action)
{
    by.hooks().answer(QString::fromStdString(action.argument));
    return {};
}

} // namespace actions

struct VerbBinding
{
    const char *name;
    QString (*act)(ActionRunner &, const Action &);
};

constexpr VerbBinding verbBindings[] = {
    {"seed", actions::seed},
    {"unseed", actions::unseed},
    {"clear", [](ActionRunner &by, const Action &) { return removeAllSeeds(by.model().workspace), QString(); }},
    {"draw", actions::draw},
    {"center", actions::centre},
    {"similarity", actions::compareBy},
    {"lambda", actions::setLambda},
    {"hide", actions::hidePairing},
    {"reset", actions::resetY},
    {"run", actions::run},
    {"stop", actions::stopRun},
    {"scrub", actions::scrub},
    {"measure", actions::measure},
    {"guess", actions::guess},
    {"experiment", actions::experiment},
    {"option", actions::setOption},
    {"show", actions::showMatrices},
    {"wait", [](ActionRunner &, const Action &) { return QString(); }}, // mayAdvance() waits for the condition
    {"open", [](ActionRunner &by, const Action &action) { return by.hooks().open(action.argument); }},
    {"dock", actions::showDock},
    {"hover", actions::hover},
    {"select", actions::select},
    {"colour", actions::colour},
    {"frame", actions::frame},
    {"axes", actions::axes},
    {"lines", actions::joinPartners},
    {"answer", actions::answerQuestion},
};

QString changeTransform(ActionRunner &by, const TransformField &field, double value)
{
    by.model().workspace.change(ActionRunner::tr("Change Y: %1").arg(QString::fromUtf8(field.label).toLower()),
                                [&](Setup &setup) { setup.transform.*(field.value) = value; });
    return {};
}

QString doVerb(ActionRunner &by, const Action &action)
{
    const std::string &name = action.verb->name;
    if (const QString why = obstacle(by.model().workspace); name != "open" && !why.isEmpty())
        return why;
    const auto *binding = std::ranges::find(verbBindings, name, &VerbBinding::name);
    if (binding != std::end(verbBindings))
        return binding->act(by, action);
    return changeTransform(by, *fieldNamed(name), action.number);
}

} // namespace

ActionRunner::ActionRunner(LessonFacts &facts, Hooks hooks, QObject *parent)
    : QObject(parent), m_facts(facts), m_hooks(std::move(hooks))
{
    m_clock.setInterval(tickInterval);
    connect(&m_clock, &QTimer::timeout, this, &ActionRunner::advance);
}

bool ActionRunner::isBound(const lessons::Verb &verb)
{
    return std::ranges::find(verbBindings, verb.name, &VerbBinding::name) != std::end(verbBindings) ||
           fieldNamed(verb.name);
}

void ActionRunner::run(const std::vector<Action> &actions)
{
    m_waiting.insert(m_waiting.end(), actions.begin(), actions.end());
    m_clock.start();
}

void ActionRunner::stop()
{
    m_waiting.clear();
    m_awaited.reset();
    m_stuckTicks = 0;
    m_shown.reset();
    if (m_animator)
        m_animator->stop();
    m_clock.stop();
}

bool ActionRunner::mayAdvance()
{
    m_idleTicks = model().isFree() ? m_idleTicks + 1 : 0;
    if (m_awaited && !m_awaited->condition.holds(m_facts.reader(), m_facts.reader())) {
        m_stuckTicks = model().isIdle() ? m_stuckTicks + 1 : 0;
        if (m_stuckTicks >= stuckTicksAllowed)
            take(tr("“wait %1” is not fulfilled, and nothing is running that could change it.")
                     .arg(QString::fromStdString(m_awaited->argument)));
        return false;
    }
    m_awaited.reset();
    m_stuckTicks = 0;
    // Starts the verb `stop` without waiting for jobs, because the run that it stops is still in progress.
    const bool stops = !m_waiting.empty() && m_waiting.front().verb->name == "stop";
    return stops || m_idleTicks >= idleTicksNeeded;
}

void ActionRunner::advance()
{
    if (!mayAdvance())
        return;
    m_idleTicks = 0;
    if (m_animator && m_animator->isBusy())
        return take(m_animator->move());
    if (m_shown)
        return take(doVerb(*this, *std::exchange(m_shown, std::nullopt)));
    if (m_waiting.empty()) {
        stop();
        return Q_EMIT done();
    }
    const Action action = std::move(m_waiting.front());
    m_waiting.pop_front();
    if (action.verb->name == "wait")
        m_awaited = action;
    if (!m_animator)
        take(doVerb(*this, action));
    else if (!m_animator->begin(action))
        m_shown = action;
}

void ActionRunner::take(const QString &reason)
{
    if (!reason.isEmpty()) {
        stop();
        Q_EMIT failed(reason);
    } else if (isDone())
        Q_EMIT started();
}

} // namespace anchorscope::gui
