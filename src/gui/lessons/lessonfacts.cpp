// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonfacts.h"

#include "core/experiments/registry.h"
#include "gui/pages/stitchingpage.h"

#include <QDockWidget>
#include <QMainWindow>

#include <numbers>

namespace anchorscope::gui {

namespace {

using lessons::Fact;
using lessons::FactValue;

FactValue numberValue(auto number)
{
    return static_cast<double>(number);
}

/// Value of a fact whose values are words; unknown if `word` is null.
FactValue wordValue(const char *word)
{
    return word ? FactValue(word) : FactValue();
}

FactValue onOff(bool on)
{
    return wordValue(on ? "on" : "off");
}

FactValue optionalValue(const std::optional<double> &value, double unit = 1)
{
    return value ? numberValue(unit * *value) : FactValue();
}

/// True if the spaces are prepared for the current setup.
bool isPrepared(AppModel &model)
{
    return model.workspace.prepared() && model.workspace.isTransformed() && !model.projections.busy();
}

const PlaygroundScores *currentScores(AppModel &model)
{
    return isPrepared(model) && !model.play.busy() ? &model.play.scores() : nullptr;
}

FactValue playgroundScore(AppModel &model, std::optional<double> PlaygroundScores::*share, double unit = 1)
{
    const PlaygroundScores *now = currentScores(model);
    return now ? optionalValue(now->*share, unit) : FactValue();
}

FactValue ofLiveScore(AppModel &model, Score QuickScore::*score)
{
    const bool current = isPrepared(model) && !model.liveScore.busy() && model.liveScore.score().scored;
    return current ? numberValue((model.liveScore.score().*score).mean) : FactValue();
}

/// Score for X → Y in a method's row of the retrieval table; unknown if the table was measured with other settings.
FactValue ofRetrieval(AppModel &model, std::string_view method, Score RetrievalScores::*score)
{
    if (!model.workspace.isRetrievalCurrent())
        return {};
    for (const RetrievalRow &row : model.workspace.retrieval().rows) {
        if (row.method == method)
            return numberValue((row.xToY.*score).mean);
    }
    return {};
}

FactValue ofStitching(AppModel &model, std::string_view representation)
{
    // Index of the stitching score x→y in a row, whose scores have the order x→x, x→y, y→y, y→x.
    constexpr std::size_t xToY = 1;
    if (!model.workspace.isStitchingCurrent())
        return {};
    for (const StitchRow &row : model.workspace.stitching().rows) {
        if (row.representation == representation && row.possible)
            return numberValue(row.cells[xToY].scores.accuracy);
    }
    return {};
}

/// Reads a member of X's AnchorHealth; for a list, reads its length. Unknown if the health is out of date.
template <class Member> FactValue ofHealth(AppModel &model, Member AnchorHealth::*member)
{
    if (!model.workspace.isHealthCurrent() || model.workspace.health().empty())
        return {};
    const Member &found = model.workspace.health().x.*member;
    if constexpr (std::is_same_v<Member, double>)
        return numberValue(found);
    else
        return numberValue(found.size());
}

FactValue wrongSeeds(AppModel &model)
{
    if (!model.workspace.data()->hasTruth())
        return {};
    return numberValue(std::ranges::count_if(model.workspace.setup().seeds, [&](const SeedPair &seed) {
        return model.workspace.data()->partner(Side::x, seed.x) != seed.y;
    }));
}

FactValue suspects(AppModel &model)
{
    if (model.liveScore.busy())
        return {};
    Index count = 0;
    for (Index seed = 0; seed < static_cast<Index>(model.workspace.setup().seeds.size()); ++seed)
        count += model.workspace.isSuspect(seed);
    return numberValue(count);
}

/// Mean angle in X, in degrees, between an item and the item that a search by relative vectors finds for it. With
/// `kilometres`, mean distance on the globe; unknown for other data (the globe is recognized by the three dimensions of
/// X).
FactValue errorOf(AppModel &model, bool kilometres)
{
    const PlaygroundScores *now = currentScores(model);
    if (!now || !now->search || (kilometres && model.workspace.data()->set(Side::x).dimension() != 3))
        return {};
    return numberValue(kilometres ? now->search->kilometres() : now->search->meanAngle * 180 / std::numbers::pi);
}

/// Value that a function reads from the chosen run; unknown without a run.
FactValue ofRun(const LessonFacts &facts, FactValue (*read)(const io::RunRecord &))
{
    const io::RunRecord *run = facts.model().workspace.chosenRun();
    return run ? read(*run) : FactValue();
}

FactValue experimentDone(AppModel &model)
{
    const auto done = [&](const Experiment &experiment) {
        const auto outcome = model.experiments.outcome(experiment);
        return outcome && outcome->complete;
    };
    return onOff(std::ranges::any_of(experiments(), done));
}

FactValue frameShown(AppModel &model)
{
    const PanelPlot &plot = model.projections.plot(Panel::AbsoluteX);
    return wordValue(plot.coordinates ? wordOf(frameWords, plot.frame) : nullptr);
}

FactValue axesShown(AppModel &model)
{
    Axes shown;
    for (const Axes &axes : model.workspace.view().axes) {
        if (shown == Axes())
            shown = axes;
    }
    return std::to_string(shown.horizontal + 1) + ' ' + std::to_string(shown.vertical + 1);
}

FactValue shareOfAxes(AppModel &model)
{
    const PanelPlot &plot = model.projections.plot(Panel::AbsoluteX);
    const Axes axes = model.workspace.view().axesOf(Panel::AbsoluteX);
    if (!plot.coordinates || std::max(axes.horizontal, axes.vertical) >= plot.explained.size())
        return {};
    return numberValue(100 * (plot.explained(axes.horizontal) + plot.explained(axes.vertical)));
}

FactValue iterationShown(AppModel &model)
{
    const int frame = model.replay.frame();
    if (frame < 0 || !model.replay.recording())
        return {};
    return numberValue(model.replay.recording()->frames()[static_cast<std::size_t>(frame)].iteration);
}

/// Share of correct matches at the iteration that is shown.
FactValue correctThen(AppModel &model)
{
    const FactValue iteration = iterationShown(model);
    const io::RunRecord *run = model.workspace.chosenRun();
    if (!iteration || !run)
        return {};
    const auto number = static_cast<int>(std::get<double>(*iteration));
    const auto found = std::ranges::find(run->summary.history, number, &IterationStats::iteration);
    return found == run->summary.history.end() ? FactValue() : optionalValue(found->correct);
}

/// Name of a fact and the function that reads its value, which is called only with open data. Facts about the transform
/// are not listed, because they are the fields of core's Transform.
struct FactBinding
{
    const char *name;
    FactValue (*read)(const LessonFacts &);
};

constexpr FactBinding factBindings[] = {
    {"seeds", [](const LessonFacts &s) { return numberValue(s.model().workspace.setup().seeds.size()); }},
    {"seeds.wrong", [](const LessonFacts &s) { return wrongSeeds(s.model()); }},
    {"suspects", [](const LessonFacts &s) { return suspects(s.model()); }},
    {"anchors", [](const LessonFacts &s) { return numberValue(s.model().workspace.knownAnchors().count()); }},
    {"centring", [](const LessonFacts &s) { return wordValue(centeringId(s.model().workspace.setup().centering)); }},
    {"similarity", [](const LessonFacts &s) { return FactValue(s.model().workspace.setup().similarity); }},
    {"lambda",
     [](const LessonFacts &s) { return numberValue(s.model().workspace.setup().similarityNumbers.shrinkage); }},
    {"p1.xy", [](const LessonFacts &s) { return ofLiveScore(s.model(), &QuickScore::pAt1XToY); }},
    {"mrr.xy", [](const LessonFacts &s) { return ofLiveScore(s.model(), &QuickScore::mrrXToY); }},
    {"jaccard.xy",
     [](const LessonFacts &s) {
         return ofRetrieval(s.model(), s.model().workspace.chosenRun() ? "AO continuous" : "Seed",
                            &RetrievalScores::jaccard);
     }},
    {"mrr.gt.xy", [](const LessonFacts &s) { return ofRetrieval(s.model(), "GT", &RetrievalScores::mrr); }},
    {"mrr.found.xy",
     [](const LessonFacts &s) { return ofRetrieval(s.model(), "AO continuous", &RetrievalScores::mrr); }},
    {"error", [](const LessonFacts &s) { return errorOf(s.model(), false); }},
    {"error.km", [](const LessonFacts &s) { return errorOf(s.model(), true); }},
    {"bars.moved",
     [](const LessonFacts &s) { return playgroundScore(s.model(), &PlaygroundScores::relativeChange, 100); }},
    {"classes.absolute",
     [](const LessonFacts &s) { return playgroundScore(s.model(), &PlaygroundScores::classesAbsolute); }},
    {"classes.relative",
     [](const LessonFacts &s) { return playgroundScore(s.model(), &PlaygroundScores::classesRelative); }},
    {"stitch.absolute.xy", [](const LessonFacts &s) { return ofStitching(s.model(), "Absolute"); }},
    {"stitch.found.xy", [](const LessonFacts &s) { return ofStitching(s.model(), "AO continuous"); }},
    {"stitch.seeds.xy", [](const LessonFacts &s) { return ofStitching(s.model(), "Seed"); }},
    {"stitch.procrustes.xy", [](const LessonFacts &s) { return ofStitching(s.model(), "Procrustes"); }},
    {"health.condition", [](const LessonFacts &s) { return ofHealth(s.model(), &AnchorHealth::conditionNumber); }},
    {"health.rank", [](const LessonFacts &s) { return ofHealth(s.model(), &AnchorHealth::effectiveRank); }},
    {"health.duplicates", [](const LessonFacts &s) { return ofHealth(s.model(), &AnchorHealth::nearDuplicates); }},
    {"run.state", [](const LessonFacts &s) { return wordValue(wordOf(runStateWords, s.model().optimizer.state())); }},
    {"run.method",
     [](const LessonFacts &s) {
         return ofRun(s, [](const io::RunRecord &run) { return FactValue(run.options.method); });
     }},
    {"run.count", [](const LessonFacts &s) { return numberValue(s.model().workspace.runs().size()); }},
    {"run.seeds",
     [](const LessonFacts &s) {
         return ofRun(s, [](const io::RunRecord &run) { return numberValue(run.seedsOfY.size()); });
     }},
    {"run.right",
     [](const LessonFacts &s) {
         const io::RunRecord *run = s.model().workspace.chosenRun();
         const Correspondence &truth = s.model().workspace.data()->pair.pairing; // without pairs while it is hidden
         return run ? optionalValue(shareCorrect(run->summary.correspondence, truth, run->seedsOfY)) : FactValue();
     }},
    {"run.estimate",
     [](const LessonFacts &s) {
         return ofRun(s, [](const io::RunRecord &run) {
             const auto &correct = run.summary.verdict.correct;
             return correct ? numberValue(correct->value) : FactValue();
         });
     }},
    {"experiment.done", [](const LessonFacts &s) { return experimentDone(s.model()); }},
    {"table.predicted", [](const LessonFacts &s) { return numberValue(s.model().play.table().guessed()); }},
    {"table.measured", [](const LessonFacts &s) { return onOff(s.model().play.table().isMeasured()); }},
    {"table.hits",
     [](const LessonFacts &s) {
         return s.model().play.table().isMeasured() ? numberValue(s.model().play.table().hits()) : FactValue();
     }},
    {"table.holds",
     [](const LessonFacts &s) {
         const auto holding = s.model().play.table().currentlyHolding();
         return holding ? numberValue(*holding) : FactValue();
     }},
    {"dock", [](const LessonFacts &s) { return s.dock().isEmpty() ? FactValue() : s.dock().toStdString(); }},
    {"hovered", [](const LessonFacts &s) { return onOff(s.wasHovered()); }},
    {"stitching",
     [](const LessonFacts &s) {
         return wordValue(wordOf(stitchingWords, std::string_view(s.window().findChild<StitchingPage *>()->shown())));
     }},
    {"selected", [](const LessonFacts &s) { return numberValue(s.model().selection.selected(Side::x).size()); }},
    {"colour",
     [](const LessonFacts &s) { return wordValue(wordOf(colouringWords, s.model().workspace.view().colourBy)); }},
    {"frame", [](const LessonFacts &s) { return frameShown(s.model()); }},
    {"axes", [](const LessonFacts &s) { return axesShown(s.model()); }},
    {"axes.shown", [](const LessonFacts &s) { return shareOfAxes(s.model()); }},
    {"lines", [](const LessonFacts &s) { return onOff(s.model().workspace.view().partnerLines); }},
    {"scrub", [](const LessonFacts &s) { return iterationShown(s.model()); }},
    {"scrub.right", [](const LessonFacts &s) { return correctThen(s.model()); }},
};

const FactBinding *bindingOf(std::string_view name)
{
    const auto *found = std::ranges::find(factBindings, name, &FactBinding::name);
    return found == std::end(factBindings) ? nullptr : found;
}

} // namespace

std::optional<double> LessonFacts::chance(const lessons::Fact &fact) const
{
    if (!m_model.workspace.hasData())
        return std::nullopt;
    const ItemTable &items = m_model.workspace.data()->items(Side::y);
    const auto reciprocal = [](double count) { return count > 0 ? std::optional(1 / count) : std::nullopt; };
    if (fact.name.starts_with("mrr.")) {
        double sum = 0;
        for (Index rank = 1; rank <= items.count; ++rank)
            sum += 1 / static_cast<double>(rank);
        return sum / static_cast<double>(items.count);
    }
    if (fact.name == "p1.xy" || fact.name == "run.right")
        return reciprocal(static_cast<double>(items.count));
    if (fact.name.starts_with("classes.") || fact.name.starts_with("stitch."))
        return reciprocal(static_cast<double>(items.labelNames.size()));
    return std::nullopt;
}

const TransformField *fieldNamed(std::string_view id)
{
    const auto found = std::ranges::find(transformFields(), id, &TransformField::id);
    return found == transformFields().end() ? nullptr : &*found;
}

std::vector<ItemIndex> itemsOfClass(const ItemTable &items, const std::string &name)
{
    std::vector<ItemIndex> chosen;
    const auto label = std::ranges::find(items.labelNames, name) - items.labelNames.begin();
    for (std::size_t i = 0; i < items.labels.size(); ++i) {
        if (items.labels[i] == label)
            chosen.push_back(static_cast<ItemIndex>(i));
    }
    return chosen;
}

LessonFacts::LessonFacts(AppModel &model, QMainWindow &window, QObject *parent)
    : QObject(parent), m_model(model), m_window(window)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &LessonFacts::changed);
    listen();
}

void LessonFacts::listen()
{
    const auto listenTo = [this](auto &source, auto... signals) {
        (connect(&source, signals, &m_soon, qOverload<>(&QTimer::start)), ...);
    };
    listenTo(m_model.workspace, &Workspace::dataChanged, &Workspace::setupChanged, &Workspace::viewChanged,
             &Workspace::preparedChanged, &Workspace::runsChanged, &Workspace::verdictReady,
             &Workspace::retrievalChanged, &Workspace::healthChanged, &Workspace::suspectsChanged,
             &Workspace::stitchingChanged);
    listenTo(m_model.runner, &Runner::ended);
    listenTo(m_model.projections, &ProjectionController::projectionsChanged);
    listenTo(m_model.optimizer, &OptimizeController::stateChanged);
    listenTo(m_model.replay, &ReplayController::changed);
    listenTo(m_model.experiments, &ExperimentController::stateChanged);
    listenTo(m_model.liveScore, &LiveScoreController::changed);
    listenTo(m_model.play, &PlayController::changed);
    listenTo(m_model.play.table(), &InvarianceTable::changed);
    listenTo(m_model.selection, &Selection::selectionChanged);
    connect(&m_model.selection, &Selection::hoverChanged, this, [this] {
        if (m_model.selection.hover().item != noItem && !std::exchange(m_wasHovered, true))
            m_soon.start();
    });
    for (QDockWidget *dock : m_window.findChildren<QDockWidget *>()) {
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
            if (visible)
                m_dock = dock->objectName();
            else if (m_dock == dock->objectName()) // the dock that was in front was closed, so no dock is in front
                m_dock.clear();
            m_soon.start();
        });
    }
}

FactValue LessonFacts::value(const Fact &fact) const
{
    if (const FactBinding *binding = bindingOf(fact.name))
        return m_model.workspace.hasData() ? binding->read(*this) : FactValue();
    if (const TransformField *field = fieldNamed(fact.name)) {
        const double value = m_model.workspace.setup().transform.*(field->value);
        return field->isSwitch ? onOff(value != 0) : numberValue(value);
    }
    return {};
}

bool LessonFacts::isBound(const Fact &fact)
{
    return bindingOf(fact.name) || fieldNamed(fact.name);
}

} // namespace anchorscope::gui
