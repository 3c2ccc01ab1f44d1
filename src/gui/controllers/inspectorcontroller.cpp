// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/inspectorcontroller.h"

#include "gui/state/relativevectors.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace anchorscope::gui {

namespace {

struct Request
{
    std::shared_ptr<const LoadedData> data;
    PreparedPair spaces;
    AnchorSet anchors;
    const Similarity *similarity;
    Selection::Hover item;
    std::vector<ItemIndex> partnerOfX; ///< of every item of X
    bool relative;
    Index k;
};

struct RelativePair
{
    Matrix x, y;
};

RelativePair encode(const Request &request, const RunContext &context)
{
    const AnchorSet &anchors = request.anchors;
    if (anchors.count() == 0)
        return {};
    return {relativeToAnchors(request.spaces, Side::x, anchors, *request.similarity, context),
            relativeToAnchors(request.spaces, Side::y, anchors, *request.similarity, context)};
}

/// The k nearest without the item itself.
std::vector<Neighbour> neighboursOf(ItemIndex item, const Matrix &space, Index k)
{
    if (item == noItem || space.rows() == 0)
        return {};
    std::vector<Neighbour> found = nearest(space.middleRows(item, 1), space, std::min(k + 1, space.rows()));
    std::erase_if(found, [item](const Neighbour &neighbour) { return neighbour.item == item; });
    if (static_cast<Index>(found.size()) > k)
        found.resize(static_cast<std::size_t>(k));
    return found;
}

void compare(const Request &request, const RelativePair &relative, Inspection &result)
{
    const auto ofX =
        neighboursOf(result.item.of(Side::x), request.relative ? relative.x : request.spaces.x->rows, request.k);
    const auto ofY =
        neighboursOf(result.item.of(Side::y), request.relative ? relative.y : request.spaces.y->rows, request.k);
    std::set<ItemIndex> partnersOfX, inY;
    for (const Neighbour &neighbour : ofX)
        partnersOfX.insert(request.partnerOfX[static_cast<std::size_t>(neighbour.item)]);
    for (const Neighbour &neighbour : ofY)
        inY.insert(neighbour.item);
    result.neighbours.resize(std::max(ofX.size(), ofY.size()));
    std::size_t shared = 0;
    for (std::size_t i = 0; i < ofX.size(); ++i) {
        NeighbourPair &pair = result.neighbours[i];
        pair.x = ofX[i].item;
        pair.similarityX = ofX[i].similarity;
        pair.sharedX = inY.contains(request.partnerOfX[static_cast<std::size_t>(pair.x)]);
        shared += pair.sharedX ? 1 : 0;
    }
    for (std::size_t i = 0; i < ofY.size(); ++i) {
        NeighbourPair &pair = result.neighbours[i];
        pair.y = ofY[i].item;
        pair.similarityY = ofY[i].similarity;
        pair.sharedY = partnersOfX.contains(pair.y);
    }
    const std::size_t together = ofX.size() + ofY.size() - shared;
    result.overlap = together ? static_cast<double>(shared) / static_cast<double>(together) : 0;
}

void fingerprint(const Request &request, const RelativePair &relative, Inspection &result)
{
    const ItemIndex x = result.item.of(Side::x);
    const ItemIndex y = result.item.of(Side::y);
    if (x == noItem || y == noItem || relative.x.rows() == 0)
        return;
    const auto rowX = relative.x.row(x);
    const auto rowY = relative.y.row(y);
    for (Index a = 0; a < rowX.size(); ++a)
        result.fingerprint.push_back(
            {request.anchors.itemsOfX[static_cast<std::size_t>(a)], rowX(a), rowY(a), a < request.anchors.seeds()});
    std::stable_sort(result.fingerprint.begin(), result.fingerprint.end(),
                     [](const AnchorBar &a, const AnchorBar &b) { return std::abs(a.x - a.y) > std::abs(b.x - b.y); });
    const double norms = std::sqrt(rowX.cast<double>().squaredNorm() * rowY.cast<double>().squaredNorm());
    if (norms > 0)
        result.cosine = rowX.cast<double>().dot(rowY.cast<double>()) / norms;
}

} // namespace

InspectorController::InspectorController(Workspace &workspace, Selection &selection, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_selection(selection), m_job(runner)
{
    connect(&selection, &Selection::focusChanged, this, &InspectorController::inspect);
    connect(&workspace, &Workspace::preparedChanged, this, &InspectorController::inspect);
    connect(&workspace, &Workspace::setupChanged, this, [this](SetupChanges changes) {
        if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run))
            inspect();
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_job.drop();
        m_inspection = {};
        Q_EMIT changed();
    });
}

void InspectorController::setSpace(Space space)
{
    m_space = space;
    inspect();
}

void InspectorController::setK(Index k)
{
    m_k = k;
    inspect();
}

void InspectorController::inspect()
{
    m_job.drop();
    const Similarity *similarity = findSimilarity(m_workspace.setup().similarity);
    if (m_selection.focus().item == noItem || !m_workspace.prepared() || !similarity) {
        m_inspection = {};
        Q_EMIT changed();
        return;
    }
    Request request{m_workspace.data(),         m_workspace.prepared(),
                    m_workspace.knownAnchors(), similarity,
                    m_selection.focus(),        {},
                    m_space == Space::Relative, m_k};
    const auto items = static_cast<ItemIndex>(m_workspace.data()->size(Side::x));
    for (ItemIndex item = 0; item < items; ++item)
        request.partnerOfX.push_back(m_workspace.partner(Side::x, item));
    m_job.start<Inspection>(
        tr("Inspecting an item"),
        [request = std::move(request)](const RunContext &context) -> Result<Inspection> {
            Inspection result;
            result.item = request.item;
            const RelativePair relative = encode(request, context);
            compare(request, relative, result);
            fingerprint(request, relative, result);
            return result;
        },
        [this](Result<Inspection> result) {
            if (!result)
                return;
            m_inspection = std::move(*result);
            Q_EMIT changed();
        });
}

} // namespace anchorscope::gui
