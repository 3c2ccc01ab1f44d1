// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/scorecontroller.h"

#include "core/evaluate/scores.h"
#include "gui/state/anchoredinput.h"
#include "gui/state/edits.h"

#include <algorithm>
#include <functional>

namespace anchorscope::gui {

namespace {

constexpr Needs measurable = Needs(Need::Truth) | Need::Prepared | Need::Anchors;

/// Input of a measurement with the anchors of the chosen run; without a run, with the seeds and random anchors.
AnchoredInput completeInput(const Workspace &workspace)
{
    AnchoredInput input = anchoredInput(workspace);
    if (auto anchors = workspace.anchors())
        input.anchors = std::move(*anchors);
    return input;
}

MethodShape shapeOf(const AnchoredInput &input)
{
    const PreparedSpace &x = *input.spaces.x, &y = *input.spaces.y;
    const bool metric = !input.anchors.optimized() || !input.anchors.metric.empty();
    return {x.size(), y.size(), x.dimension(), y.dimension(), input.anchors.count(), metric};
}

Result<RetrievalResult> measureRetrieval(const AnchoredInput &input, const RetrievalOptions &options,
                                         MethodChoice methods, Provenance provenance, const RunContext &context)
{
    methods.slow = false; // omits slow methods, because this measurement starts after every run
    MethodPlan plan = planMethods(methods, shapeOf(input));
    auto rows = retrieveByAll(encodingOf(input.representation()), input.truth(),
                              options.leavingOut(input.anchors.itemsOfX), plan, context);
    if (!rows)
        return rows.error();
    return RetrievalResult{std::move(*rows), options.k, std::move(provenance), std::move(plan.notes)};
}

Result<StitchingResult> measureStitching(const AnchoredInput &input, const StitchOptions &options,
                                         const MethodChoice &methods, Provenance provenance, const RunContext &context)
{
    StitchingResult result;
    result.provenance = std::move(provenance);
    const auto split = splitForStitching(input.data->items(Side::x), input.truth(), options, input.anchors.itemsOfX);
    if (!split)
        return split.error();
    result.classes = split->classes;
    result.trainItems = static_cast<Index>(split->trainX.size());
    result.testItems = static_cast<Index>(split->testX.size());
    result.testX = split->testX;
    result.testLabels = split->testLabels;
    result.testY = input.truth().partnersOfX(split->testX);
    MethodPlan plan = planMethods(methods, shapeOf(input));
    auto rows = stitchByAll(encodingOf(input.representation()), input.truth(), *split, options, plan, context);
    if (!rows)
        return rows.error();
    result.rows = std::move(*rows);
    result.notes = std::move(plan.notes);
    return result;
}

void dropFindings(ProtocolRun &run)
{
    run.anchors = {};
    run.summary.anchorsOfY.resize(0, 0);
    run.summary.discreteOfY = {};
    run.summary.correspondence = {};
    run.summary.correspondenceScore = {};
    run.summary.metric = {};
}

} // namespace

ScoreController::ScoreController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_retrieving(runner, [this] { Q_EMIT stateChanged(); }),
      m_stitching(runner, [this] { Q_EMIT stateChanged(); }), m_batch(runner, [this] { Q_EMIT stateChanged(); })
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_retrieving.drop();
        m_stitching.drop();
        m_batch.drop();
        Q_EMIT stateChanged();
    });
    connect(&workspace, &Workspace::setupChanged, this, &ScoreController::stateChanged);
    connect(&workspace, &Workspace::preparedChanged, this, &ScoreController::stateChanged);
}

QString ScoreController::retrievalObstacle() const
{
    if (const QString common = obstacle(m_workspace, measurable); !common.isEmpty())
        return common;
    const Index items = std::min(m_workspace.data()->size(Side::x), m_workspace.data()->size(Side::y));
    if (m_workspace.setup().retrieval.k >= items)
        return tr("K = %1 needs more than %1 items, but there are only %2. Choose a smaller K.")
            .arg(m_workspace.setup().retrieval.k)
            .arg(items);
    return {};
}

QString ScoreController::stitchingObstacle() const
{
    const QString common = obstacle(m_workspace, measurable);
    if (common.isEmpty() && !m_workspace.data()->items(Side::x).hasLabels())
        return tr("The items of X have no labels, so no classifier can be trained.");
    return common;
}

void ScoreController::measureRetrieval()
{
    if (const QString reason = retrievalObstacle(); !reason.isEmpty())
        return Q_EMIT failed(reason);
    m_retrieving.start<RetrievalResult>(
        tr("Measuring retrieval"),
        [input = completeInput(m_workspace), options = m_workspace.setup().measured(),
         provenance = m_workspace.provenance(Scoring::Retrieval)](const RunContext &context) {
            return gui::measureRetrieval(input, options.retrieval, options.methods, provenance, context);
        },
        orFailed(this, std::bind_front(&Workspace::setRetrieval, &m_workspace)));
}

void ScoreController::measureStitching()
{
    if (const QString reason = stitchingObstacle(); !reason.isEmpty())
        return Q_EMIT failed(reason);
    m_stitching.start<StitchingResult>(
        tr("Measuring stitching"),
        [input = completeInput(m_workspace), options = m_workspace.setup().measured(),
         provenance = m_workspace.provenance(Scoring::Stitching)](const RunContext &context) {
            return gui::measureStitching(input, options.stitching, options.methods, provenance, context);
        },
        orFailed(this, std::bind_front(&Workspace::setStitching, &m_workspace)));
}

void ScoreController::measureBatch(int repeats)
{
    if (const QString reason = retrievalObstacle(); !reason.isEmpty())
        return Q_EMIT failed(reason);
    ExperimentOptions options = m_workspace.setup().measured();
    options.repeats = repeats;
    options.retrieval.perItem = false;
    m_batch.start<BatchResult>(
        tr("Running %1 repeats").arg(repeats),
        [data = m_workspace.data(), options,
         provenance = m_workspace.provenance(Scoring::Batch)](const RunContext &context) -> Result<BatchResult> {
            auto experiment =
                runRetrievalExperiment(*data->pair.x, *data->pair.y, data->pair.pairing, options, context);
            if (!experiment)
                return experiment.error();
            for (ProtocolRun &run : experiment->runs)
                dropFindings(run);
            return BatchResult{std::move(*experiment), options.firstSeed, provenance};
        },
        orFailed(this, std::bind_front(&Workspace::setBatch, &m_workspace)));
}

void ScoreController::cancelBatch()
{
    if (m_batch.job())
        m_batch.job()->cancel();
}

} // namespace anchorscope::gui
