// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/lessons/situation.h"

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

FactValue known(double value)
{
    return FactValue(std::variant<double, std::string>(value));
}

FactValue said(std::string word)
{
    return FactValue(std::variant<double, std::string>(std::move(word)));
}

FactValue onOff(bool on)
{
    return said(on ? "on" : "off");
}

FactValue perhaps(const std::optional<double> &value, double unit = 1)
{
    return value ? known(unit * *value) : FactValue();
}

FactValue counted(auto count)
{
    return known(static_cast<double>(count));
}

/// Both spaces are prepared as the setup says.
bool isPrepared(const LessonParts &parts)
{
    return parts.workspace.prepared() && parts.workspace.isTransformed() && !parts.projections.busy();
}

const Headline *headlineNow(const LessonParts &parts)
{
    return isPrepared(parts) && !parts.play.busy() ? &parts.play.headline() : nullptr;
}

FactValue ofHeadline(const LessonParts &parts, std::optional<double> Headline::*share, double unit = 1)
{
    const Headline *now = headlineNow(parts);
    return now ? perhaps(now->*share, unit) : FactValue();
}

FactValue ofLiveScore(const LessonParts &parts, Score QuickScore::*score)
{
    const bool current = isPrepared(parts) && !parts.liveScore.busy() && parts.liveScore.score().scored;
    return current ? known((parts.liveScore.score().*score).mean) : FactValue();
}

/// X → Y of a row that was measured for the anchors of now.
FactValue ofRetrieval(const LessonParts &parts, std::string_view method, Score RetrievalScores::*score)
{
    if (!parts.workspace.isRetrievalCurrent())
        return {};
    for (const RetrievalRow &row : parts.workspace.retrieval().rows) {
        if (row.method == method)
            return known((row.xToY.*score).mean);
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
            return known(row.cells[xToY].scores.accuracy);
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
    return counted(std::ranges::count_if(parts.workspace.setup().seeds, [&](const SeedPair &seed) {
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
    return counted(count);
}

/// On the Earth alone: there X has three dimensions.
FactValue errorOf(const LessonParts &parts, bool kilometres)
{
    const Headline *now = headlineNow(parts);
    if (!now || !now->search || (kilometres && parts.workspace.data()->set(Side::x).dimension() != 3))
        return {};
    return known(kilometres ? now->search->kilometres() : now->search->meanAngle * 180 / std::numbers::pi);
}

FactValue runState(const LessonParts &parts)
{
    static constexpr const char *words[] = {"idle", "running", "paused"}; // as OptimizeController::State
    return said(words[static_cast<std::size_t>(parts.optimizer.state())]);
}

const io::RunRecord *chosenRunOf(const LessonParts &parts)
{
    return parts.workspace.hasData() ? parts.workspace.chosenRun() : nullptr;
}

FactValue runMethod(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? said(run->options.method) : FactValue();
}

FactValue runSeeds(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? counted(run->seedsOfY.size()) : FactValue();
}

FactValue runRight(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run ? perhaps(run->summary.correct) : FactValue();
}

FactValue runEstimate(const LessonParts &parts)
{
    const io::RunRecord *run = chosenRunOf(parts);
    return run && run->summary.verdict.correct ? known(run->summary.verdict.correct->value) : FactValue();
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
    return said(lessons::frames()[static_cast<std::size_t>(picture.frame) - 1]);
}

FactValue axesShown(const LessonParts &parts)
{
    const auto text = [](const Axes &axes) {
        return std::to_string(axes.horizontal + 1) + ' ' + std::to_string(axes.vertical + 1);
    };
    for (const Axes &axes : parts.workspace.view().axes) {
        if (axes != Axes())
            return said(text(axes));
    }
    return said(text(Axes()));
}

FactValue shareOfAxes(const LessonParts &parts)
{
    const Picture &picture = parts.projections.picture(Panel::AbsoluteX);
    const Axes axes = parts.workspace.view().axesOf(Panel::AbsoluteX);
    if (!picture.coordinates || std::max(axes.horizontal, axes.vertical) >= picture.explained.size())
        return {};
    return known(100 * (picture.explained(axes.horizontal) + picture.explained(axes.vertical)));
}

FactValue iterationShown(const LessonParts &parts)
{
    const int frame = parts.replay.frame();
    if (frame < 0 || !parts.replay.recording())
        return {};
    return counted(parts.replay.recording()->frames()[static_cast<std::size_t>(frame)].iteration);
}

/// How a fact is read. Those of a transform are fields of core's Transform.
struct FactBinding
{
    const char *name;
    FactValue (*read)(const Situation &);
};

constexpr auto setupFacts = std::to_array<FactBinding>({
    {"seeds", [](const Situation &s) { return counted(s.parts().workspace.setup().seeds.size()); }},
    {"seeds.wrong", [](const Situation &s) { return wrongSeeds(s.parts()); }},
    {"suspects", [](const Situation &s) { return suspects(s.parts()); }},
    {"anchors", [](const Situation &s) { return counted(s.parts().workspace.knownAnchors().count()); }},
    {"centring", [](const Situation &s) { return said(centeringId(s.parts().workspace.setup().centering)); }},
    {"similarity", [](const Situation &s) { return said(s.parts().workspace.setup().similarity); }},
    {"lambda", [](const Situation &s) { return known(s.parts().workspace.setup().similarityNumbers.shrinkage); }},
});

constexpr auto scoreFacts = std::to_array<FactBinding>({
    {"p1.xy", [](const Situation &s) { return ofLiveScore(s.parts(), &QuickScore::pAt1XToY); }},
    {"mrr.xy", [](const Situation &s) { return ofLiveScore(s.parts(), &QuickScore::mrrXToY); }},
    {"jaccard.xy",
     [](const Situation &s) {
         return ofRetrieval(s.parts(), chosenRunOf(s.parts()) ? "AO continuous" : "Seed", &RetrievalScores::jaccard);
     }},
    {"mrr.gt.xy", [](const Situation &s) { return ofRetrieval(s.parts(), "GT", &RetrievalScores::mrr); }},
    {"mrr.found.xy", [](const Situation &s) { return ofRetrieval(s.parts(), "AO continuous", &RetrievalScores::mrr); }},
    {"error", [](const Situation &s) { return errorOf(s.parts(), false); }},
    {"error.km", [](const Situation &s) { return errorOf(s.parts(), true); }},
    {"bars.moved", [](const Situation &s) { return ofHeadline(s.parts(), &Headline::barsMoved, 100); }},
    {"classes.absolute", [](const Situation &s) { return ofHeadline(s.parts(), &Headline::classesAbsolute); }},
    {"classes.relative", [](const Situation &s) { return ofHeadline(s.parts(), &Headline::classesRelative); }},
    {"stitch.absolute.xy", [](const Situation &s) { return ofStitching(s.parts(), "Absolute"); }},
    {"stitch.found.xy", [](const Situation &s) { return ofStitching(s.parts(), "AO continuous"); }},
    {"health.condition",
     [](const Situation &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? known(health->x.conditionNumber) : FactValue();
     }},
    {"health.rank",
     [](const Situation &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? known(health->x.effectiveRank) : FactValue();
     }},
    {"health.duplicates",
     [](const Situation &s) {
         const HealthResult *health = healthNow(s.parts());
         return health ? counted(health->x.nearDuplicates.size()) : FactValue();
     }},
});

constexpr auto runFacts = std::to_array<FactBinding>({
    {"run.state", [](const Situation &s) { return runState(s.parts()); }},
    {"run.method", [](const Situation &s) { return runMethod(s.parts()); }},
    {"run.count", [](const Situation &s) { return counted(s.parts().workspace.runs().size()); }},
    {"run.seeds", [](const Situation &s) { return runSeeds(s.parts()); }},
    {"run.right", [](const Situation &s) { return runRight(s.parts()); }},
    {"run.estimate", [](const Situation &s) { return runEstimate(s.parts()); }},
    {"experiment.done", [](const Situation &s) { return experimentDone(s.parts()); }},
    {"table.predicted", [](const Situation &s) { return counted(s.parts().play.table().guessed()); }},
    {"table.measured", [](const Situation &s) { return onOff(s.parts().play.table().isMeasured()); }},
    {"table.hits",
     [](const Situation &s) {
         return s.parts().play.table().isMeasured() ? counted(s.parts().play.table().hits()) : FactValue();
     }},
    {"table.holds",
     [](const Situation &s) {
         const auto holding = s.parts().play.table().holdingNow();
         return holding ? counted(*holding) : FactValue();
     }},
});

constexpr auto screenFacts = std::to_array<FactBinding>({
    {"dock", [](const Situation &s) { return s.dock().isEmpty() ? FactValue() : said(s.dock().toStdString()); }},
    {"hovered", [](const Situation &s) { return onOff(s.wasHovered()); }},
    {"selected", [](const Situation &s) { return counted(s.parts().selection.selected(Side::x).size()); }},
    {"colour",
     [](const Situation &s) {
         // The words are in the order of ColourBy; lessons know no others.
         const auto shown = static_cast<std::size_t>(s.parts().workspace.view().colourBy);
         return shown < lessons::colourings().size() ? said(lessons::colourings()[shown]) : FactValue();
     }},
    {"frame", [](const Situation &s) { return frameShown(s.parts()); }},
    {"axes", [](const Situation &s) { return axesShown(s.parts()); }},
    {"axes.shown", [](const Situation &s) { return shareOfAxes(s.parts()); }},
    {"lines", [](const Situation &s) { return onOff(s.parts().workspace.view().partnerLines); }},
    {"scrub", [](const Situation &s) { return iterationShown(s.parts()); }},
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

Situation::Situation(const LessonParts &parts, QObject *parent) : QObject(parent), m_parts(parts)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(0);
    connect(&m_soon, &QTimer::timeout, this, &Situation::changed);
    listen();
    listenToScreen();
}

void Situation::listen()
{
    const auto hear = [this](auto &source, auto... signals) {
        (connect(&source, signals, &m_soon, qOverload<>(&QTimer::start)), ...);
    };
    hear(m_parts.workspace, &Workspace::dataChanged, &Workspace::setupChanged, &Workspace::viewChanged,
         &Workspace::preparedChanged, &Workspace::runsChanged, &Workspace::runJudged, &Workspace::retrievalChanged,
         &Workspace::healthChanged, &Workspace::suspectsChanged, &Workspace::stitchingChanged);
    hear(m_parts.runner, &Runner::ended);
    hear(m_parts.projections, &ProjectionController::picturesChanged);
    hear(m_parts.optimizer, &OptimizeController::stateChanged);
    hear(m_parts.replay, &ReplayController::changed);
    hear(m_parts.experiments, &ExperimentController::stateChanged);
    hear(m_parts.liveScore, &LiveScoreController::changed);
    hear(m_parts.play, &PlayController::changed);
    hear(m_parts.play.table(), &TruthTable::changed);
    hear(m_parts.selection, &Selection::selectionChanged);
}

void Situation::listenToScreen()
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

FactValue Situation::value(const Fact &fact) const
{
    if (const FactBinding *binding = bindingOf(fact.name))
        return m_parts.workspace.hasData() ? binding->read(*this) : FactValue();
    if (const TransformField *field = fieldNamed(fact.name)) {
        const double value = m_parts.workspace.setup().transform.*(field->value);
        return field->isSwitch ? onOff(value != 0) : known(value);
    }
    return {};
}

bool Situation::isBound(const Fact &fact)
{
    return bindingOf(fact.name) || fieldNamed(fact.name);
}

} // namespace anchorscope::gui
