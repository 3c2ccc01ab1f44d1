// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/optimizecontroller.h"

#include "core/data/hintcolumns.h"
#include "core/optimizers/optimizers.h"
#include "core/optimizers/validatealignment.h"
#include "gui/state/edits.h"

#include <algorithm>

namespace anchorscope::gui {

namespace {

constexpr std::chrono::milliseconds snapshotInterval{100};
/// Minimum number of principal components, because a plot has two axes.
constexpr Index minComponents = 2;

io::RunRecord finished(io::RunRecord record, ProtocolRun run)
{
    record.anchorsOfX = std::move(run.anchors.itemsOfX);
    record.seedsOfY = std::move(run.anchors.seedsOfY);
    record.summary = std::move(run.summary);
    return record;
}

} // namespace

/// Observes the iterations of a run on the computing thread: records them, and makes snapshots that the window plots.
/// The axes of snapshots are fixed: the principal components of the relative vectors of X.
class OptimizeController::Observer
{
public:
    Observer(std::shared_ptr<const PreparedSpace> y, std::shared_ptr<Snapshots<Live>> snapshots)
        : m_y(std::move(y)), m_snapshots(std::move(snapshots))
    {
    }

    void fixFrame(const PreparedSpace &x, const std::vector<ItemIndex> &anchors,
                  const std::shared_ptr<const Matrix> &before, const RunContext &context)
    {
        m_recording->fixFrame(x, anchors, before, context);
    }

    void operator()(const IterationView &view)
    {
        m_history.push_back(view.stats);
        if (m_recording->frame.components.rows() < minComponents)
            return;
        m_recording->add(view);
        if (!m_snapshots || !m_snapshots->due())
            return;
        const Vector &explained = m_recording->frame.explained;
        Snapshots<Live>::publish(
            m_snapshots,
            {m_history,
             {m_recording->coordinatesOfX, explained, {}, true},
             {std::make_shared<Matrix>(m_recording->coordinatesOfY(m_y->rows, view.anchorsOfY)), explained, {}, true}});
    }

    std::shared_ptr<const Recording> recording() const { return m_recording; }

private:
    std::shared_ptr<const PreparedSpace> m_y;
    std::shared_ptr<Snapshots<Live>> m_snapshots;
    std::vector<IterationStats> m_history;
    std::shared_ptr<Recording> m_recording = std::make_shared<Recording>();
};

OptimizeController::OptimizeController(Workspace &workspace, ProjectionController &projections, Runner &runner,
                                       QObject *parent)
    : QObject(parent), m_workspace(workspace), m_projections(projections), m_runner(runner), m_job(runner),
      m_continuing(runner), m_hintJob(runner, [this] { Q_EMIT hintsTried(); })
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_job.drop();
        m_continuing.drop();
        closeSnapshots();
        m_history.clear();
        forgetHints();
        setState(State::Idle);
    });
    connect(&workspace, &Workspace::workReplaced, this,
            // Forgets all runs, because runs of the newly opened work may have the same ids as previous ones.
            [this] {
                m_validations.clear();
                m_recordings.clear();
                m_continuedFrom.clear();
            });
    connect(&workspace, &Workspace::pairsChanged, this, &OptimizeController::forgetGoneRuns);
    connect(&workspace, &Workspace::runEdited, this, [this] {
        forgetGoneRuns();
        Q_EMIT stateChanged();
        Q_EMIT progressed();
    });
    connect(&workspace, &Workspace::preparedChanged, this, &OptimizeController::forgetHints);
    connect(&workspace, &Workspace::preparedChanged, this, &OptimizeController::stateChanged);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes.testFlag(SetupChange::Anchors))
            forgetHints();
        if (changes & (SetupChange::Anchors | SetupChange::Run | SetupChange::Centering | SetupChange::Transform))
            m_continuing.drop();
        if (changes.testFlag(SetupChange::Run))
            validateAgain();
        Q_EMIT stateChanged();
    });
    connect(this, &OptimizeController::validationEnded, this, &OptimizeController::progressed);
    connect(&workspace, &Workspace::runAged, this, &OptimizeController::continueRun);
    connect(&m_ticks, &QTimer::timeout, this, &OptimizeController::timePassed);
}

OptimizeController::~OptimizeController()
{
    closeSnapshots();
}

QString OptimizeController::obstacle() const
{
    if (const QString why = gui::obstacle(m_workspace, Need::Prepared); !why.isEmpty())
        return why;
    const Optimizer *method = findOptimizer(m_workspace.setup().options.method);
    if (m_workspace.setup().seeds.empty() && method && !method->worksWithoutSeeds)
        return tr("Add at least one seed pair first: this method starts from pairs that you know.");
    if (const Result<AnchorSet> anchors = m_workspace.nextAnchors(); !anchors)
        return QString::fromStdString(anchors.error().message);
    if (const Status valid = checkFields(m_workspace.setup().options); !valid)
        return QString::fromStdString(valid.error().message);
    return {};
}

void OptimizeController::start()
{
    if (const QString reason = obstacle(); !reason.isEmpty())
        return Q_EMIT ended(reason, false);
    const io::RunRecord record = *planned();
    closeSnapshots();
    m_snapshots =
        std::make_shared<Snapshots<Live>>(this, snapshotInterval, [this](Live live) { take(std::move(live)); });
    m_history.clear();
    m_secondsBefore = 0;
    m_clock.start();
    m_job.start<Outcome>(
        tr("Optimizing %1 anchors").arg(record.anchorsOfX.size()),
        work(record, m_workspace.setup().protocol(), nullptr),
        [this](Result<Outcome> outcome) { finish(std::move(outcome)); },
        [this](const Error &) { finishWithout(tr("The run was cancelled and discarded."), true); });
    m_share = 0;
    m_slowing = false;
    connect(m_job.job(), &Job::progressed, this, [this](double share) {
        if (share <= m_share)
            return;
        m_share = share;
        estimate(secondsElapsed() / share);
    });
    setState(State::Running);
}

/// Returns the function that performs a run. With `earlier`, it continues from that result and shows no iterations.
Runner::Work<OptimizeController::Outcome> OptimizeController::work(io::RunRecord record, ProtocolOptions protocol,
                                                                   std::shared_ptr<const OptimizeSummary> earlier) const
{
    return [record = std::move(record), protocol = std::move(protocol), earlier = std::move(earlier),
            data = m_workspace.data(), spaces = m_workspace.prepared(), snapshots = earlier ? nullptr : m_snapshots,
            before = m_projections.plot(Panel::RelativeX).coordinates](
               const RunContext &context) mutable -> Result<Outcome> {
        Observer observer(spaces.y, snapshots);
        observer.fixFrame(*spaces.x, record.anchorsOfX, before, context);
        // Reads the hints as the command line does, so that the command for this run gives bit-identical results.
        std::vector<std::string> notes;
        if (const Status hints = readHintsOf(data->items(Side::x), data->items(Side::y), protocol, notes); !hints)
            return hints.error();
        if (earlier)
            protocol.earlier = earlierMatches(*earlier, spaces.x->size());
        const auto spans = std::make_shared<const SpanReduction>(*spaces.x, *spaces.y, context);
        Result<ProtocolRun> run =
            runProtocol({*spaces.x, *spaces.y, data->pair.pairing, {}, nullptr, spans.get()}, protocol,
                        record.options.seed, context, [&](const IterationView &view) { observer(view); });
        if (!run)
            return run.error();
        for (const std::string &note : notes)
            run->summary.message += ' ' + note;
        protocol.earlier = {};
        Outcome outcome{finished(record, std::move(*run)), observer.recording(), spaces, data, protocol, spans};
        outcome.record.recording = outcome.recording->saved();
        return outcome;
    };
}

bool OptimizeController::canContinue() const
{
    const io::RunRecord *run = m_workspace.chosenRun();
    return run && !run->summary.start.empty() && m_state == State::Idle && obstacle().isEmpty();
}

void OptimizeController::continueRun()
{
    if (!canContinue())
        return;
    const io::RunRecord &from = *m_workspace.chosenRun();
    io::RunRecord record = *planned();
    ProtocolOptions protocol = m_workspace.setup().protocol();
    record.options = protocol.optimize = from.options;
    if (!from.summary.hint.weight.empty())
        // Uses the continued run's weight of the hints; choosing it again would take longer than the rest of the run.
        protocol.optimize.hintWeight = from.summary.hint.weight;
    std::erase_if(m_validations, [&](const auto &validation) { return validation->run == from.id; });
    m_continuing.start<Outcome>(
        tr("Continuing %1").arg(QString::fromStdString(from.name)),
        work(std::move(record), protocol, std::make_shared<const OptimizeSummary>(from.summary)),
        [this, id = from.id](Result<Outcome> outcome) { finishContinued(id, std::move(outcome)); },
        [this](const Error &) { Q_EMIT progressed(); });
    Q_EMIT progressed();
}

io::RunId OptimizeController::continuedFrom(io::RunId run) const
{
    const auto found = m_continuedFrom.find(run);
    return found == m_continuedFrom.end() ? io::RunId::none : found->second;
}

void OptimizeController::finishContinued(io::RunId from, Result<Outcome> outcome)
{
    if (!outcome || !outcome->record.summary.hasResult()) {
        Q_EMIT ended(QString::fromStdString(outcome ? outcome->record.summary.message : outcome.error().text()), false);
        return Q_EMIT progressed();
    }
    const io::RunId run = m_workspace.addContinued(std::move(outcome->record), [&](io::RunId added) {
        keepRecording(added, outcome->recording);
        m_continuedFrom[added] = from;
    });
    Q_EMIT answered(run);
    validate(*findRun(m_workspace.runs(), run), *outcome);
}

void OptimizeController::pauseOrResume()
{
    if (m_state == State::Running) {
        m_job.job()->pause();
        m_secondsBefore = secondsElapsed();
        setState(State::Paused);
    } else if (m_state == State::Paused) {
        m_clock.start();
        m_job.job()->resume();
        setState(State::Running);
    }
}

void OptimizeController::stop()
{
    if (!m_job.job())
        return;
    if (m_state == State::Paused)
        m_clock.start();
    m_job.job()->stop();
    setState(State::Stopping);
}

void OptimizeController::cancel()
{
    if (m_job.job())
        m_job.job()->cancel();
}

qsizetype OptimizeController::validating() const
{
    return std::ranges::count_if(m_validations, [](const auto &validation) { return validation->slot.running(); });
}

bool OptimizeController::isValidating(io::RunId run) const
{
    return std::ranges::any_of(
        m_validations, [run](const auto &validation) { return validation->run == run && validation->slot.running(); });
}

const std::vector<IterationStats> &OptimizeController::history() const
{
    if (m_state == State::Idle) {
        if (const io::RunRecord *run = m_workspace.chosenRun())
            return run->summary.history;
    }
    return m_history;
}

std::shared_ptr<const Recording> OptimizeController::recordingOf(io::RunId run) const
{
    const auto found = m_recordings.find(run);
    return found == m_recordings.end() ? nullptr : found->second;
}

void OptimizeController::keepRecording(io::RunId run, std::shared_ptr<const Recording> recording)
{
    m_recordings[run] = std::move(recording);
}

double OptimizeController::secondsElapsed() const
{
    const double stretch = static_cast<double>(m_clock.isValid() ? m_clock.elapsed() : 0) / 1000;
    return m_state == State::Running || m_state == State::Stopping ? m_secondsBefore + stretch : m_secondsBefore;
}

bool OptimizeController::canEstimate() const
{
    constexpr double minShare = 0.1, minSeconds = 2;
    return m_state != State::Idle && m_share >= minShare && secondsElapsed() >= minSeconds;
}

std::optional<double> OptimizeController::secondsLeft() const
{
    const double left = m_secondsInAll - secondsElapsed();
    return canEstimate() && !m_slowing && left > 0 ? std::optional(left) : std::nullopt;
}

/// Stores the estimated duration of the whole run. If the estimate rises by more than 30%, the run is slowing down;
/// then no remaining time is shown, because it would grow.
void OptimizeController::estimate(double secondsInAll)
{
    constexpr double slower = 1.3;
    m_slowing = m_slowing || (canEstimate() && secondsInAll > slower * m_secondsInAll);
    m_secondsInAll = secondsInAll;
}

void OptimizeController::take(Live live)
{
    m_history = std::move(live.history);
    m_projections.showLive(m_history.empty() ? 0 : m_history.back().iteration, live.x, live.y);
    Q_EMIT progressed();
}

void OptimizeController::finish(Result<Outcome> outcome)
{
    if (!outcome)
        return finishWithout(QString::fromStdString(outcome.error().text()), false);
    const OptimizeSummary &summary = outcome->record.summary;
    if (!summary.hasResult())
        return finishWithout(QString::fromStdString(summary.message), false);
    backToIdle();
    const QString sentence = QString::fromStdString(outcome->record.name + ": " + summary.message);
    const bool good = summary.termination != Termination::diverged;
    const std::vector<SeedPair> known = m_workspace.setup().seeds;
    const io::RunId run = m_workspace.addRun(std::move(outcome->record), [&](io::RunId added) {
        // Stores the recording before signals report the new run, because showing the run needs it.
        keepRecording(added, outcome->recording);
    });
    notifyFinished(sentence, good);
    Q_EMIT answered(run);
    validate(*findRun(m_workspace.runs(), run), *outcome);
    if (keepsRun(*findRun(m_workspace.runs(), run), known))
        m_workspace.change(tr("Keep the pairs changed during the run"), [&](Setup &setup) { setup.seeds = known; });
}

void OptimizeController::validate(const io::RunRecord &record, const Outcome &outcome)
{
    if (!canValidate(record.summary, record.seedsOfY.size()))
        return;
    using Validated = std::optional<Verdict>;
    std::erase_if(m_validations, [](const auto &validation) { return !validation->slot.running(); });
    m_validations.push_back(std::make_unique<Validation>(record.id, m_runner));
    m_validations.back()->slot.start<Validated>(
        tr("Checking %1").arg(QString::fromStdString(record.name)),
        [spaces = outcome.spaces, spans = outcome.spans, data = outcome.data, protocol = outcome.protocol,
         run = ProtocolRun{record.options.seed, Side::y, {record.anchorsOfX, record.seedsOfY, {}, {}}, record.summary}](
            const RunContext &context) -> Result<Validated> {
            return validateRun({*spaces.x, *spaces.y, data->pair.pairing, {}, nullptr, spans.get()}, protocol, run,
                               context);
        },
        [this, validation = m_validations.back().get()](Result<Validated> judged) {
            if (judged && *judged)
                takeVerdict(validation->run, **judged);
            Q_EMIT validationEnded();
        },
        [this](const Error &) { Q_EMIT validationEnded(); });
    Q_EMIT progressed();
}

/// Computes the verdict of the chosen run if the verdict is missing because the user continued the run: continueRun()
/// stops the computation of the verdict of the run that it continues.
void OptimizeController::validateAgain()
{
    const io::RunRecord *run = m_workspace.chosenRun();
    const auto isOf = [&](const auto &entry) { return run && entry.second == run->id; };
    if (!run || std::ranges::none_of(m_continuedFrom, isOf) || isValidating(run->id) || !m_workspace.prepared() ||
        run->summary.verdict.alignment != Alignment::notJudged || run->summary.verdict.agreement ||
        run->summary.verdict.withinHints)
        return;
    ProtocolOptions protocol = m_workspace.setup().protocol();
    protocol.seedPairs = pairsOf(*run);
    validate(*run, {*run, nullptr, m_workspace.prepared(), m_workspace.data(), protocol});
}

void OptimizeController::takeVerdict(io::RunId run, Verdict verdict)
{
    const int pair = m_workspace.pairOf(run);
    if (pair < 0)
        return;
    m_workspace.setVerdict(run, std::move(verdict));
    if (pair == m_workspace.currentPair())
        Q_EMIT answered(run);
}

void OptimizeController::forgetGoneRuns()
{
    const auto isGone = [this](io::RunId run) { return m_workspace.pairOf(run) < 0; };
    std::erase_if(m_validations, [&](const auto &validation) { return isGone(validation->run); });
    std::erase_if(m_recordings, [&](const auto &recording) { return isGone(recording.first); });
}

const std::vector<ReadHint> &OptimizeController::hintColumns()
{
    if (m_hintData != m_workspace.data()) {
        m_hintData = m_workspace.data();
        m_hintColumns.clear();
        if (m_hintData)
            m_hintColumns = sharedColumns(m_hintData->items(Side::x), m_hintData->items(Side::y));
    }
    return m_hintColumns;
}

void OptimizeController::tryHints()
{
    if (m_hintJob.running() || !obstacle().isEmpty())
        return;
    using Offers = std::vector<HintSuggestion>;
    m_hintJob.start<Offers>(
        tr("Testing hints"),
        [protocol = m_workspace.setup().protocol(), data = m_workspace.data(), spaces = m_workspace.prepared(),
         seed = m_workspace.setup().options.seed](const RunContext &context) {
            return suggestHints({*spaces.x, *spaces.y, data->pair.pairing}, data->items(Side::x), data->items(Side::y),
                                protocol, seed, context);
        },
        [this](Result<Offers> offers) {
            if (offers)
                m_hintOffers = std::move(*offers);
            else
                Q_EMIT ended(QString::fromStdString(offers.error().text()), false);
        });
}

void OptimizeController::forgetHints()
{
    m_hintJob.drop();
    m_hintOffers.clear();
    Q_EMIT hintsTried();
}

Result<io::RunRecord> OptimizeController::planned() const
{
    const Result<AnchorSet> anchors = m_workspace.nextAnchors();
    if (!anchors)
        return anchors.error();
    const Setup &setup = m_workspace.setup();
    io::RunRecord record;
    record.name = newName();
    record.options = setup.options;
    record.centering = setup.centering;
    record.transform = transformText(setup.transform);
    record.anchorsOfX = anchors->itemsOfX;
    record.seedsOfY = anchors->seedsOfY;
    return record;
}

/// Returns a name that no run has. Counting the runs is not enough, because runs can be removed.
std::string OptimizeController::newName() const
{
    for (std::size_t number = m_workspace.runs().size() + 1;; ++number) {
        const std::string name = tr("Run %1").arg(number).toStdString();
        if (std::ranges::find(m_workspace.runs(), name, &io::RunRecord::name) == m_workspace.runs().end())
            return name;
    }
}

void OptimizeController::finishWithout(const QString &sentence, bool good)
{
    backToIdle();
    notifyFinished(sentence, good);
}

void OptimizeController::backToIdle()
{
    closeSnapshots();
    m_secondsBefore = secondsElapsed();
    m_history.clear();
    m_ticks.stop();
    m_state = State::Idle;
}

void OptimizeController::notifyFinished(const QString &sentence, bool good)
{
    m_projections.endLive();
    Q_EMIT ended(sentence, good);
    Q_EMIT stateChanged();
    Q_EMIT progressed();
}

void OptimizeController::setState(State state)
{
    constexpr std::chrono::milliseconds interval{250};
    m_state = state;
    if (state == State::Running || state == State::Stopping)
        m_ticks.start(interval);
    else
        m_ticks.stop();
    Q_EMIT stateChanged();
}

void OptimizeController::closeSnapshots()
{
    if (m_snapshots)
        m_snapshots->close();
}

} // namespace anchorscope::gui
