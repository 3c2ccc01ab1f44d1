// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/lessonfacts.h"

#include "core/experiments/registry.h"
#include "lessons/places.h"

#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>
#include <numbers>

namespace anchorscope::gui {

namespace {

using lessons::Fact;
using lessons::FactValue;

FactValue numberValue(double value)
{
    return FactValue(std::variant<double, std::string>(value));
}

FactValue wordValue(std::string word)
{
    return FactValue(std::variant<double, std::string>(std::move(word)));
}

FactValue onOff(bool on)
{
    return wordValue(on ? "on" : "off");
}

FactValue optionalValue(const std::optional<double> &value, double unit = 1)
{
    return value ? numberValue(unit * *value) : FactValue();
}

FactValue countValue(auto count)
{
    return numberValue(static_cast<double>(count));
}

/// Both spaces are prepared as the setup says.
bool isPrepared(const LessonParts &parts)
{
    return parts.workspace.prepared() && parts.workspace.isTransformed() && !parts.projections.busy();
}

const PlaygroundScores *currentScores(const LessonParts &parts)
{
    return isPrepared(parts) && !parts.play.busy() ? &parts.play.scores() : nullptr;
}

FactValue playgroundScore(const LessonParts &parts, std::optional<double> PlaygroundScores::*share, double unit = 1)
{
    const PlaygroundScores *now = currentScores(parts);
    return now ? optionalValue(now->*share, unit) : FactValue();
}

FactValue ofLiveScore(const LessonParts &parts, Score QuickScore::*score)
{
    const bool current = isPrepared(parts) && !parts.liveScore.busy() && parts.liveScore.score().scored;
    return current ? numberValue((parts.liveScore.score().*score).mean) : FactValue();
}

/// X → Y of a row that was measured for the anchors of now.
FactValue ofRetrieval(const LessonParts &parts, std::string_view method, Score RetrievalScores::*score)
{
    if (!parts.workspace.isRetrievalCurrent())
        return {};
    for (const RetrievalRow &row : parts.workspace.retrieval().rows) {
        if (row.method == method)
            return numberValue((row.xToY.*score).mean);
    }
    return {};
}

FactValue ofStitching(const LessonParts &parts, std::string_view representation)
{
    constexpr std::size_t xToY = 1; // of x→x, x→y, y→y, y→x
    if (!parts.workspace.isStitchingCurrent())
        return {};
    for (const StitchRow &row : parts.workspace.stitching().rows) {
        if (row.representation == representation && row.possible)
            return numberValue(row.cells[xToY].scores.accuracy);
    }
    return {};
}

const HealthResult *healthNow(const LessonParts &parts)
{
    const bool current = parts.workspace.isHealthCurrent() && !parts.workspace.health().empty();
    return current ? &parts.workspace.health() : nullptr;
}

FactValue wrongSeeds(const LessonParts &parts)
{
    if (!parts.workspace.hasData() || !parts.workspace.data()->hasTruth())
        return {};
    return countValue(std::ranges::count_if(parts.workspace.setup().seeds, [&](const SeedPair &seed) {
        return parts.workspace.data()->partner(Side::x, seed.x) != seed.y;
    }));
}

FactValue suspects(const LessonParts &parts)
{
    if (parts.liveScore.busy())
        return {};
    Index count = 0;
    for (Index seed = 0; seed < static_cast<Index>(parts.workspace.setup().seeds.size()); ++seed)
        count += parts.workspace.isSuspect(seed);
    return countValue(count);
}

/// On the Earth alone: there X has three dimensions.
FactValue errorOf(const LessonParts &parts, bool kilometres)
{
    const PlaygroundScores *now = currentScores(parts);
    if (!now || !now->search || (kilometres && parts.workspace.data()->set(Side::x).dimension() != 3))
        return {};
    return numberValue(kilometres ? now->search->kilometres() : now->search->meanAngle * 180 / std::numbers::pi);
}

FactValue runState(const LessonParts &parts)
{
    static constexpr const char *words[] = {"idle", "running", "paused"}; // as OptimizeController::State
    return wordValue(words[static_cast<std::size_t>(parts.optimizer.state())]);
}

const io::RunRecord *chosenRunOf(const LessonParts &parts)
{
    return parts.workspace.hasData() ? parts.workspace.chosenRun() : nullptr;
}

FactValue runMethod(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? wordValue(run->options.method) : FactValue();
}

FactValue runSeeds(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? countValue(run->seedsOfY.size()) : FactValue();
}

FactValue runRight(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? optionalValue(run->summary.correct) : FactValue();
}

FactValue runEstimate(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run && run->summary.verdict.correct ? numberValue(run->summary.verdict.correct->value) : FactValue();
}

FactValue experimentDone(const LessonParts &parts)
{
    const auto done = [&](const Experiment &experiment) {
        const auto outcome = parts.experiments.outcome(experiment);
        return outcome && outcome->complete;
    };
    return onOff(std::ranges::any_of(experiments(), done));
}

FactValue frameShown(const LessonParts &parts)
{
    const Picture &picture = parts.projections.picture(Panel::AbsoluteX);
    if (!picture.coordinates || picture.frame == PanelFrame::Own) // lessons know only the others
        return {};
    // As PanelFrame without its first, which is never the frame of a picture.
    return wordValue(lessons::frames()[static_cast<std::size_t>(picture.frame) - 1]);
}

FactValue axesShown(const LessonParts &parts)
{
    const auto text = [](const Axes &axes) {
        return std::to_string(axes.horizontal + 1) + ' ' + std::to_string(axes.vertical + 1);
    };
    for (const Axes &axes : parts.workspace.view().axes) {
        if (axes != Axes())
            return wordValue(text(axes));
    }
    return wordValue(text(Axes()));
}

FactValue shareOfAxes(const LessonParts &parts)
{
    const Picture &picture = parts.projections.picture(Panel::AbsoluteX);
    const Axes axes = parts.workspace.view().axesOf(Panel::AbsoluteX);
    if (!picture.coordinates || std::max(axes.horizontal, axes.vertical) >= picture.explained.size())
        return {};
    return numberValue(100 * (picture.explained(axes.horizontal) + picture.explained(axes.vertical)));
}

FactValue iterationShown(const LessonParts &parts)
{
    const int frame = parts.replay.frame();
    if (frame < 0 || !parts.replay.recording())
        return {};
    return countValue(parts.replay.recording()->frames()[static_cast<std::size_t>(frame)].iteration);
}

/// How a fact is read. Those of a transform are fields of core's Transform.
struct FactBinding
{
    const char *name;
    FactValue (*read)(const LessonFacts &);
};

constexpr auto setupFacts = std::to_array<FactBinding>({
    {"seeds", [](const LessonFacts &s) { return countValue(s.parts().workspace.setup().seeds.size()); }},
    {"seeds.wrong", [](const LessonFacts &s) { return wrongSeeds(s.parts()); }},
    {"suspects", [](const LessonFacts &s) { return suspects(s.parts()); }},
    {"anchors", [](const LessonFacts &s) { return countValue(s.parts().workspace.knownAnchors().count()); }},
    {"centring", [](const LessonFacts &s) { return wordValue(centeringId(s.parts().workspace.setup().centering)); }},
    {"similarity", [](const LessonFacts &s) { return wordValue(s.parts().workspace.setup().similarity); }},
    {"lambda",
     [](const LessonFacts &s) { return numberValue(s.parts().workspace.setup().similarityNumbers.shrinkage); }},
});

constexpr auto scoreFacts = std::to_array<FactBinding>({
    {"p1.xy", [](const LessonFacts &s) { return ofLiveScore(s.parts(), &QuickScore::pAt1XToY); }},
    {"mrr.xy", [](const LessonFacts &s) { return ofLiveScore(s.parts(), &QuickScore::mrrXToY); }},
    {"jaccard.xy",
     [](const LessonFacts &s) {
         return ofRetrieval(s.parts(), chosenRunOf(s.parts()) ? "AO continuous" : "Seed", &RetrievalScores::jaccard);
     }},
    {"mrr.gt.xy", [](const LessonFacts &s) { return ofRetrieval(s.parts(), "GT", &RetrievalScores::mrr); }},
    {"mrr.found.xy",
     [](const LessonFacts &s) { return ofRetrieval(s.parts(), "AO continuous", &RetrievalScores::mrr); }},
    {"error", [](const LessonFacts &s) { return errorOf(s.parts(), false); }},
    {"error.km", [](const LessonFacts &s) { return errorOf(s.parts(), true); }},
    {"bars.moved",
     [](const LessonFacts &s) { return playgroundScore(s.parts(), &PlaygroundScores::relativeChange, 100); }},
    {"classes.absolute",
     [](const LessonFacts &s) { return playgroundScore(s.parts(), &PlaygroundScores::classesAbsolute); }},
    {"classes.relative",
     [](const LessonFacts &s) { return playgroundScore(s.parts(), &PlaygroundScores::classesRelative); }},
    {"stitch.absolute.xy", [](const LessonFacts &s) { return ofStitching(s.parts(), "Absolute"); }},
    {"stitch.found.xy", [](const LessonFacts &s) { return ofStitching(s.parts(), "AO continuous"); }},
    {"health.condition",
     [](const LessonFacts &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? numberValue(health->x.conditionNumber) : FactValue();
     }},
    {"health.rank",
     [](const LessonFacts &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? numberValue(health->x.effectiveRank) : FactValue();
     }},
    {"health.duplicates",
     [](const LessonFacts &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? countValue(health->x.nearDuplicates.size()) : FactValue();
     }},
});

constexpr auto runFacts = std::to_array<FactBinding>({
    {"run.state", [](const LessonFacts &s) { return runState(s.parts()); }},
    {"run.method", [](const LessonFacts &s) { return runMethod(s.parts()); }},
    {"run.count", [](const LessonFacts &s) { return countValue(s.parts().workspace.runs().size()); }},
    {"run.seeds", [](const LessonFacts &s) { return runSeeds(s.parts()); }},
    {"run.right", [](const LessonFacts &s) { return runRight(s.parts()); }},
    {"run.estimate", [](const LessonFacts &s) { return runEstimate(s.parts()); }},
    {"experiment.done", [](const LessonFacts &s) { return experimentDone(s.parts()); }},
    {"table.predicted", [](const LessonFacts &s) { return countValue(s.parts().play.table().guessed()); }},
    {"table.measured", [](const LessonFacts &s) { return onOff(s.parts().play.table().isMeasured()); }},
    {"table.hits",
     [](const LessonFacts &s) {
         return s.parts().play.table().isMeasured() ? countValue(s.parts().play.table().hits()) : FactValue();
     }},
    {"table.holds",
     [](const LessonFacts &s) {
         const auto holding = s.parts().play.table().currentlyHolding();
         return holding ? countValue(*holding) : FactValue();
     }},
});

constexpr auto screenFacts = std::to_array<FactBinding>({
    {"dock", [](const LessonFacts &s) { return s.dock().isEmpty() ? FactValue() : wordValue(s.dock().toStdString()); }},
    {"hovered", [](const LessonFacts &s) { return onOff(s.wasHovered()); }},
    {"selected", [](const LessonFacts &s) { return countValue(s.parts().selection.selected(Side::x).size()); }},
    {"colour",
     [](const LessonFacts &s) {
         // The words are in the order of ColourBy; lessons know no others.
         const auto shown = static_cast<std::size_t>(s.parts().workspace.view().colourBy);
         return shown < lessons::colourings().size() ? wordValue(lessons::colourings()[shown]) : FactValue();
     }},
    {"frame", [](const LessonFacts &s) { return frameShown(s.parts()); }},
    {"axes", [](const LessonFacts &s) { return axesShown(s.parts()); }},
    {"axes.shown", [](const LessonFacts &s) { return shareOfAxes(s.parts()); }},
    {"lines", [](const LessonFacts &s) { return onOff(s.parts().workspace.view().partnerLines); }},
    {"scrub", [](const LessonFacts &s) { return iterationShown(s.parts()); }},
});

const FactBinding *bindingOf(std::string_view name)
{
    for (const std::span<const FactBinding> part :
         {std::span<const FactBinding>(setupFacts), std::span<const FactBinding>(scoreFacts),
          std::span<const FactBinding>(runFacts), std::span<const FactBinding>(screenFacts)}) {
        const auto found = std::ranges::find(part, name, &FactBinding::name);
        if (found != part.end())
            return &*found;
    }
    return nullptr;
}

} // namespace

const TransformField *fieldNamed(std::string_view id)
{
    const auto found = std::ranges::find(transformFields(), id, &TransformField::id);
    return found == transformFields().end() ? nullptr : &*found;
}

ItemIndex itemNamed(const ItemTable &items, const std::string &name)
{
    if (items.hasIds()) {
        const auto found = std::ranges::find(items.ids, name);
        return found == items.ids.end() ? noItem : static_cast<ItemIndex>(found - items.ids.begin());
    }
    const auto row = lessons::readNumber(name);
    return row && *row >= 0 && *row < static_cast<double>(items.count) ? static_cast<ItemIndex>(*row) : noItem;
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

LessonFacts::LessonFacts(const LessonParts &parts, QObject *parent) : QObject(parent), m_parts(parts)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &LessonFacts::changed);
    listen();
    listenToScreen();
}

void LessonFacts::listen()
{
    const auto listenTo = [this](auto &source, auto... signals) {
        (connect(&source, signals, &m_soon, qOverload<>(&QTimer::start)), ...);
    };
    listenTo(m_parts.workspace, &Workspace::dataChanged, &Workspace::setupChanged, &Workspace::viewChanged,
             &Workspace::preparedChanged, &Workspace::runsChanged, &Workspace::runJudged, &Workspace::retrievalChanged,
             &Workspace::healthChanged, &Workspace::suspectsChanged, &Workspace::stitchingChanged);
    listenTo(m_parts.runner, &Runner::ended);
    listenTo(m_parts.projections, &ProjectionController::picturesChanged);
    listenTo(m_parts.optimizer, &OptimizeController::stateChanged);
    listenTo(m_parts.replay, &ReplayController::changed);
    listenTo(m_parts.experiments, &ExperimentController::stateChanged);
    listenTo(m_parts.liveScore, &LiveScoreController::changed);
    listenTo(m_parts.play, &PlayController::changed);
    listenTo(m_parts.play.table(), &InvarianceTable::changed);
    listenTo(m_parts.selection, &Selection::selectionChanged);
}

void LessonFacts::listenToScreen()
{
    connect(&m_parts.selection, &Selection::hoverChanged, this, [this] {
        if (m_parts.selection.hover().item != noItem && !std::exchange(m_wasHovered, true))
            m_soon.start();
    });
    for (QDockWidget *dock : m_parts.window.findChildren<QDockWidget *>()) {
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock](bool visible) {
            if (visible)
                m_dock = dock->objectName();
            else if (m_dock == dock->objectName()) // closed
                m_dock.clear();
            m_soon.start();
        });
    }
}

FactValue LessonFacts::value(const Fact &fact) const
{
    if (const FactBinding *binding = bindingOf(fact.name))
        return m_parts.workspace.hasData() ? binding->read(*this) : FactValue();
    if (const TransformField *field = fieldNamed(fact.name)) {
        const double value = m_parts.workspace.setup().transform.*(field->value);
        return field->isSwitch ? onOff(value != 0) : numberValue(value);
    }
    return {};
}

bool LessonFacts::isBound(const Fact &fact)
{
    return bindingOf(fact.name) || fieldNamed(fact.name);
}

} // namespace anchorscope::gui
