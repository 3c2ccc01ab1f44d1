// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/replaycontroller.h"

#include "core/alignment/restored.h"
#include "core/projection/axisalignment.h"

#include <QApplication>
#include <QStyle>

namespace anchorscope::gui {

namespace {

struct RestoreRequest
{
    io::RunRecord record; ///< run from which an iteration is restored
    RecordedIteration at;
    PreparedPair spaces;
    std::shared_ptr<const LoadedData> data;
};

struct ShownFrame
{
    PanelPlot x, y;
};

/// Plots a recorded iteration, with axes rotated so that the points of X stay close to `before`.
ShownFrame shownAt(const Recording &recording, const Matrix &y, int frame, const std::shared_ptr<const Matrix> &before)
{
    ShownFrame shown;
    const Matrix &anchors = recording.frames()[static_cast<std::size_t>(frame)].anchorsOfY;
    Matrix turn = Matrix::Identity(recording.frame.components.rows(), recording.frame.components.rows());
    if (before)
        turn = alignedAxes({{*recording.coordinatesOfX, *before}});
    const Vector shares = rotatedVariance(recording.frame.explained, turn);
    shown.x = {std::make_shared<Matrix>(*recording.coordinatesOfX * turn), shares, {}, true};
    shown.y = {std::make_shared<Matrix>(recording.coordinatesOfY(y, anchors) * turn), shares, {}, true};
    return shown;
}

/// Returns the record of the run as if it had ended at the requested iteration.
Result<io::RunRecord> restored(const RestoreRequest &request, const RunContext &context)
{
    io::RunRecord record = request.record;
    const OptimizeInput input{*request.spaces.x, *request.spaces.y, record.anchorsOfX, record.seedsOfY,
                              &request.data->pair.pairing};
    auto summary = restoredAt(request.at, std::move(record.summary), input, record.options, context);
    if (!summary)
        return summary.error();
    record.summary = std::move(*summary);
    // Inserts the name of the run into a text such as "Iteration 3, restored. …".
    std::string &message = record.summary.message;
    message.insert(message.find(','), " of " + request.record.name);
    record.recording.reset(); // omits the recording, which belongs to the original run
    return record;
}

/// Intended duration of playing a whole recording, and limits for one iteration; the limits have priority.
constexpr std::chrono::milliseconds wholePlay{6000}, shortestFrame{40}, longestFrame{400};
/// Duration of an iteration if the desktop reduces motion; at most `maxStills` iterations are shown then.
constexpr std::chrono::milliseconds stillFrame{1000};
constexpr int maxStills = 12;

bool isMotionReduced()
{
    return !qApp->style()->styleHint(QStyle::SH_Widget_Animate);
}

/// Maximum number of trajectories of anchors; more would hide the points.
constexpr Index maxTrajectories = 30;

} // namespace

ReplayController::ReplayController(Workspace &workspace, ProjectionController &projections,
                                   OptimizeController &optimizer, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_projections(projections), m_optimizer(optimizer), m_showing(runner),
      m_restoring(runner, [this] { Q_EMIT changed(); }), m_opening(runner)
{
    connect(&m_clock, &QTimer::timeout, this, &ReplayController::playOn);
    connect(&optimizer, &OptimizeController::stateChanged, this, &ReplayController::follow);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Centering | SetupChange::Run |
                       SetupChange::Transform))
            leave();
        follow();
    });
    connect(&workspace, &Workspace::viewChanged, this, [this] {
        if (m_frame >= 0)
            Q_EMIT trajectoriesChanged(trajectories());
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_restoring.drop();
        m_opening.drop();
        follow();
    });
}

void ReplayController::follow()
{
    const io::RunRecord *run = m_workspace.chosenRun();
    const bool idle = m_optimizer.state() == OptimizeController::State::Idle;
    const auto recording = idle && run ? m_optimizer.recordingOf(run->id) : nullptr;
    if (idle && run && !recording && run->recording)
        openSaved(*run);
    if (recording == m_recording)
        return;
    const bool shown = m_frame >= 0;
    m_recording = recording;
    m_clock.stop();
    m_showing.drop();
    m_frame = -1;
    if (shown) {
        if (idle) // not during a run, because the panels then show its iterations
            m_projections.endLive();
        Q_EMIT trajectoriesChanged({});
    }
    Q_EMIT changed();
}

/// Completes the recording of a run from a session, which contains only the anchors of each iteration.
void ReplayController::openSaved(const io::RunRecord &run)
{
    if (!m_workspace.prepared() || (m_opening.running() && m_openingOf == run.id))
        return;
    m_openingOf = run.id;
    m_opening.start<std::shared_ptr<const Recording>>(
        tr("Opening the recording of %1").arg(QString::fromStdString(run.name)),
        [x = m_workspace.prepared().x, anchors = run.anchorsOfX,
         before = m_projections.plot(Panel::RelativeX).coordinates,
         frames = run.recording](const RunContext &context) -> Result<std::shared_ptr<const Recording>> {
            auto recording = std::make_shared<Recording>(*frames);
            recording->fixFrame(*x, anchors, before, context);
            if (!recording->coordinatesOfX)
                return cancelledError();
            return std::shared_ptr<const Recording>(std::move(recording));
        },
        [this, id = run.id](Result<std::shared_ptr<const Recording>> recording) {
            if (!recording)
                return;
            m_optimizer.keepRecording(id, std::move(*recording));
            follow();
        });
}

void ReplayController::show(int frame)
{
    if (frame == m_frame)
        return;
    m_clock.stop();
    showFrame(frame);
}

void ReplayController::playOrPause()
{
    if (!m_recording || m_recording->frames().empty())
        return;
    if (isPlaying()) {
        m_clock.stop();
        Q_EMIT changed();
        return;
    }
    const auto frames = static_cast<int>(m_recording->frames().size());
    m_clock.start(isMotionReduced() ? stillFrame : std::clamp(wholePlay / frames, shortestFrame, longestFrame));
    if (m_frame < 0)
        showFrame(0);
    else
        Q_EMIT changed();
}

/// Shows the next iteration or, after the last one, the result of the run, unless an iteration is being plotted.
void ReplayController::playOn()
{
    if (m_showing.running())
        return;
    const auto frames = static_cast<int>(m_recording->frames().size());
    const int step = isMotionReduced() ? (frames + maxStills - 1) / maxStills : 1;
    if (m_frame >= 0 && m_frame + step < frames)
        showFrame(m_frame + step);
    else
        leave();
}

void ReplayController::showFrame(int frame)
{
    if (!m_recording || !m_workspace.prepared() || frame < 0 ||
        frame >= static_cast<int>(m_recording->frames().size()) || frame == m_frame)
        return;
    m_frame = frame;
    // The relative plots may have been rotated since the run; recorded iterations are rotated to match them.
    if (!m_projections.liveIteration())
        m_shownBefore = m_projections.plot(Panel::RelativeX).coordinates;
    m_showing.start<ShownFrame>(
        tr("Showing an iteration"),
        [recording = m_recording, y = m_workspace.prepared().y, frame, before = m_shownBefore](
            const RunContext &) -> Result<ShownFrame> { return shownAt(*recording, y->rows, frame, before); },
        [this, iteration = m_recording->frames()[static_cast<std::size_t>(frame)].iteration](Result<ShownFrame> shown) {
            if (shown && m_recording && m_frame >= 0)
                m_projections.showLive(iteration, shown->x, shown->y);
        });
    Q_EMIT trajectoriesChanged(trajectories());
    Q_EMIT changed();
}

void ReplayController::leave()
{
    m_clock.stop();
    if (m_frame < 0)
        return;
    m_showing.drop();
    m_frame = -1;
    m_projections.endLive();
    Q_EMIT trajectoriesChanged({});
    Q_EMIT changed();
}

std::vector<QPolygonF> ReplayController::trajectories() const
{
    const Pca &axes = m_projections.frameOfY();
    const io::RunRecord *run = m_workspace.chosenRun();
    if (axes.components.rows() < 2 || !run)
        return {};
    const auto seeds = static_cast<Index>(run->seedsOfY.size());
    const Axes shown = shownAxes(m_projections.plot(Panel::AbsoluteY), m_workspace.view().axesOf(Panel::AbsoluteY));
    Matrix frame(2, axes.components.cols());
    frame.row(0) = axes.components.row(shown.horizontal);
    frame.row(1) = axes.components.row(shown.vertical);
    const Eigen::RowVectorXf origin = (frame * axes.mean).transpose();
    const auto free = static_cast<Index>(run->anchorsOfX.size()) - seeds;
    const Index shownWays = std::min(free, maxTrajectories);
    std::vector<QPolygonF> trajectories(static_cast<std::size_t>(shownWays));
    for (int i = 0; i <= m_frame; ++i) {
        const Matrix &anchors = m_recording->frames()[static_cast<std::size_t>(i)].anchorsOfY;
        for (Index a = 0; a < shownWays; ++a) {
            const Eigen::RowVectorXf place = anchors.row(seeds + a * free / shownWays) * frame.transpose() - origin;
            trajectories[static_cast<std::size_t>(a)] << QPointF(place(0), place(1));
        }
    }
    return trajectories;
}

void ReplayController::restore()
{
    const io::RunRecord *run = m_workspace.chosenRun();
    if (m_frame < 0 || !run || !m_recording)
        return;
    const Recording::Frame &frame = m_recording->frames()[static_cast<std::size_t>(m_frame)];
    RestoreRequest request{*run, frame, m_workspace.prepared(), m_workspace.data()};
    m_restoring.start<io::RunRecord>(
        tr("Restoring iteration %1").arg(frame.iteration),
        [request = std::move(request)](const RunContext &context) { return restored(request, context); },
        orFailed(this, [this](io::RunRecord record) {
            record.name = tr("%1, iteration %2")
                              .arg(QString::fromStdString(record.name))
                              .arg(record.summary.bestIteration)
                              .toStdString();
            m_workspace.addRun(std::move(record));
        }));
}

} // namespace anchorscope::gui
