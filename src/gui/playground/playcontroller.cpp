// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/playcontroller.h"

#include <utility>

namespace anchorscope::gui {

/// Cached results that depend on X, the untransformed Y, the anchors and the chosen similarity, but not on the
/// transform of Y.
struct PlayController::Cached
{
    std::shared_ptr<const PreparedSpace> x;
    std::shared_ptr<const LoadedData> data;
    std::vector<ItemIndex> anchorsOfX, anchorsOfY;
    std::string similarity;
    SimilarityOptions numbers;

    std::optional<ClassProbe> absolute, relative;
    Matrix barsBefore; ///< relative vectors of the untransformed Y; empty if the anchors come from a run
};

namespace {

using Cached = PlayController::Cached;

struct PlayRequest
{
    PreparedPair spaces;
    std::shared_ptr<const LoadedData> data; ///< data in which Y has not been transformed
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions numbers;
    std::shared_ptr<const Cached> cached;
};

struct PlayOutcome
{
    PlaygroundScores scores;
    std::shared_ptr<const Cached> cached;
};

Matrix unitRows(Matrix rows)
{
    normalizeRows(rows);
    return rows;
}

const std::vector<std::int32_t> &labelsOf(const LoadedData &data, Side side)
{
    return data.items(side).labels;
}

bool isCurrent(const Cached &cached, const PlayRequest &request)
{
    return cached.x == request.spaces.x && cached.data == request.data &&
           cached.anchorsOfX == request.anchors.itemsOfX && cached.anchorsOfY == request.anchors.matchedItemsOfY() &&
           cached.similarity == request.similarity->id && cached.numbers == request.numbers;
}

std::shared_ptr<const Cached> cachedFor(const PlayRequest &request, const Matrix &barsOfX, const RunContext &context)
{
    if (request.cached && isCurrent(*request.cached, request))
        return request.cached;
    auto cached = std::make_shared<Cached>();
    cached->x = request.spaces.x;
    cached->data = request.data;
    cached->anchorsOfX = request.anchors.itemsOfX;
    cached->anchorsOfY = request.anchors.matchedItemsOfY();
    cached->similarity = request.similarity->id;
    cached->numbers = request.numbers;
    const auto &labels = labelsOf(*request.data, Side::x);
    if (!labels.empty()) {
        cached->absolute = ClassProbe::trained(unitRows(asRead(*request.spaces.x, context)), labels, context);
        cached->relative = ClassProbe::trained(unitRows(barsOfX), labels, context);
    }
    if (!request.anchors.optimized()) {
        const PreparedSpace before = prepare(request.data->pair.y->vectors, request.spaces.y->centering, context);
        cached->barsBefore =
            relativeTo(before, request.anchors.seedsOfY, *request.similarity, context, request.numbers);
    }
    return cached;
}

Result<PlayOutcome> measureScores(const PlayRequest &request, const RunContext &context)
{
    const AnchoredPair pair{*request.spaces.x, *request.spaces.y, request.anchors, *request.similarity,
                            request.numbers};
    const Matrix barsOfX = relativeRows(pair, Side::x, context), barsOfY = relativeRows(pair, Side::y, context);
    PlayOutcome outcome;
    outcome.cached = cachedFor(request, barsOfX, context);
    if (context.cancelled())
        return cancelledError();
    PlaygroundScores &scores = outcome.scores;
    const auto &labels = labelsOf(*request.data, Side::y);
    if (outcome.cached->absolute && !labels.empty()) {
        scores.classesAbsolute =
            outcome.cached->absolute->accuracy(unitRows(asRead(*request.spaces.y, context)), labels, context);
        scores.classesRelative = outcome.cached->relative->accuracy(unitRows(barsOfY), labels, context);
    }
    if (outcome.cached->barsBefore.size() > 0)
        scores.relativeChange = relativeChange(outcome.cached->barsBefore, barsOfY);
    if (const auto search = searchError(pair, request.data->pair.pairing, context))
        scores.search = *search;
    if (context.cancelled())
        return cancelledError();
    return outcome;
}

} // namespace

PlayController::PlayController(Workspace &workspace, ProjectionController &projections, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_slot(runner), m_table(workspace, runner)
{
    connect(&projections, &ProjectionController::moved, this, &PlayController::measure);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run))
            measure(m_workspace.prepared());
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_cached.reset();
        m_slot.drop();
        m_scores = {};
        Q_EMIT changed();
    });
}

void PlayController::setActive(bool active)
{
    watch(m_active, active);
}

void PlayController::setAwaited(bool awaited, bool withHandles)
{
    m_withHandles = withHandles;
    watch(m_awaited, awaited);
}

void PlayController::watch(bool &reason, bool on)
{
    if (std::exchange(reason, on) == on)
        return;
    if (on)
        measure(m_workspace.prepared());
    Q_EMIT changed();
}

void PlayController::measure(const PreparedPair &spaces)
{
    if (!isActive() || !spaces)
        return;
    const Setup &setup = m_workspace.setup();
    PlayRequest request{spaces,
                        m_workspace.originalData(),
                        m_workspace.knownAnchors(),
                        findSimilarity(setup.similarity),
                        setup.similarityNumbers,
                        m_cached};
    if (request.anchors.count() == 0 || !request.similarity) {
        m_slot.drop();
        m_scores = {};
        Q_EMIT changed();
        return;
    }
    m_slot.start<PlayOutcome>(
        tr("Measuring the changes"),
        [request = std::move(request)](const RunContext &context) { return measureScores(request, context); },
        [this](Result<PlayOutcome> result) {
            if (!result)
                return;
            m_cached = std::move(result->cached);
            m_scores = result->scores;
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
