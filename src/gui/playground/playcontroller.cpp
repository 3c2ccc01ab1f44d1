// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/playground/playcontroller.h"

#include <utility>

namespace anchorscope::gui {

/// Of X and of Y as it was read, for one choice of anchors and similarity.
struct PlayController::Kept
{
    std::shared_ptr<const PreparedSpace> x;
    std::shared_ptr<const LoadedData> data;
    std::vector<ItemIndex> anchorsOfX, anchorsOfY;
    std::string similarity;
    SimilarityOptions numbers;

    std::optional<ClassProbe> absolute, relative;
    Matrix barsBefore; ///< of Y as it was read; empty where a run found the anchors
};

namespace {

using Kept = PlayController::Kept;

struct PlayRequest
{
    PreparedPair spaces;
    std::shared_ptr<const LoadedData> data; ///< as read
    AnchorSet anchors;
    const Similarity *similarity = nullptr;
    SimilarityOptions numbers;
    std::shared_ptr<const Kept> kept;
};

struct PlayOutcome
{
    PlaygroundScores scores;
    std::shared_ptr<const Kept> kept;
};

Matrix unitRows(Matrix rows)
{
    normaliseRows(rows);
    return rows;
}

/// The classes of the items of Y: its own labels, or those of X where both spaces share their items.
const std::vector<std::int32_t> &labelsOf(const LoadedData &data, Side side)
{
    return data.items(side).labels;
}

bool isCurrent(const Kept &kept, const PlayRequest &request)
{
    return kept.x == request.spaces.x && kept.data == request.data && kept.anchorsOfX == request.anchors.itemsOfX &&
           kept.anchorsOfY == request.anchors.matchedItemsOfY() && kept.similarity == request.similarity->id &&
           kept.numbers == request.numbers;
}

std::shared_ptr<const Kept> keptFor(const PlayRequest &request, const Matrix &barsOfX, const RunContext &context)
{
    if (request.kept && isCurrent(*request.kept, request))
        return request.kept;
    auto kept = std::make_shared<Kept>();
    kept->x = request.spaces.x;
    kept->data = request.data;
    kept->anchorsOfX = request.anchors.itemsOfX;
    kept->anchorsOfY = request.anchors.matchedItemsOfY();
    kept->similarity = request.similarity->id;
    kept->numbers = request.numbers;
    const auto &labels = labelsOf(*request.data, Side::x);
    if (!labels.empty()) {
        kept->absolute = ClassProbe::trained(request.spaces.x->rows, labels, context);
        kept->relative = ClassProbe::trained(unitRows(barsOfX), labels, context);
    }
    if (!request.anchors.optimised()) {
        const PreparedSpace before = prepare(request.data->pair.y->vectors, request.spaces.y->centering, context);
        kept->barsBefore = relativeTo(before, request.anchors.seedsOfY, *request.similarity, context, request.numbers);
    }
    return kept;
}

Result<PlayOutcome> measureScores(const PlayRequest &request, const RunContext &context)
{
    const AnchoredPair pair{*request.spaces.x, *request.spaces.y, request.anchors, *request.similarity,
                            request.numbers};
    const Matrix barsOfX = relativeRows(pair, Side::x, context), barsOfY = relativeRows(pair, Side::y, context);
    PlayOutcome outcome;
    outcome.kept = keptFor(request, barsOfX, context);
    if (context.cancelled())
        return cancelledError();
    PlaygroundScores &scores = outcome.scores;
    const auto &labels = labelsOf(*request.data, Side::y);
    if (outcome.kept->absolute && !labels.empty()) {
        scores.classesAbsolute = outcome.kept->absolute->accuracy(request.spaces.y->rows, labels, context);
        scores.classesRelative = outcome.kept->relative->accuracy(unitRows(barsOfY), labels, context);
    }
    if (outcome.kept->barsBefore.size() > 0)
        scores.relativeChange = relativeChange(outcome.kept->barsBefore, barsOfY);
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
        m_kept.reset();
        m_slot.drop();
        m_scores = {};
        Q_EMIT changed();
    });
}

void PlayController::setActive(bool active)
{
    watch(m_active, active);
}

void PlayController::setAwaited(bool awaited)
{
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
                        m_workspace.dataAsRead(),
                        m_workspace.knownAnchors(),
                        findSimilarity(setup.similarity),
                        setup.similarityNumbers,
                        m_kept};
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
            m_kept = std::move(result->kept);
            m_scores = result->scores;
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
