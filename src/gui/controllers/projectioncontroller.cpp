// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/projectioncontroller.h"

#include "core/projection/picture.h"

#include <algorithm>
#include <utility>

namespace anchorscope::gui {

namespace {

struct Prepared
{
    PreparedPair spaces;
    Picture x, y;
    Pca frameOfY;
};

struct Relative
{
    Picture x, y;
};

/// Turns both pictures so that they stay near those before.
void steady(Relative &now, const Relative &before)
{
    std::vector<RowsThenAndNow> clouds;
    for (const Picture Relative::*picture : {&Relative::x, &Relative::y}) {
        if ((now.*picture).coordinates && (before.*picture).coordinates)
            clouds.emplace_back(*(now.*picture).coordinates, *(before.*picture).coordinates);
    }
    const Matrix turn = steadyTurn(clouds);
    if (turn.size() == 0 || now.x.explained.size() != turn.rows())
        return;
    for (Picture Relative::*picture : {&Relative::x, &Relative::y}) {
        Picture &each = now.*picture;
        each.coordinates = std::make_shared<Matrix>(*each.coordinates * turn);
        each.explained = turnedShares(each.explained, turn);
        each.turned = isTurn(turn);
    }
}

/// Incomplete if cancelled.
Picture pictureOf(const Pca &pca, const Matrix &rows, const RunContext &context)
{
    if (pca.empty())
        return {};
    Matrix coordinates = pca.project(rows, context);
    // A cloud of one dimension still needs two axes.
    if (coordinates.cols() == 1) {
        coordinates.conservativeResize(Eigen::NoChange, 2);
        coordinates.col(1).setZero();
    }
    return {std::make_shared<Matrix>(std::move(coordinates)), pca.explained, {}};
}

Result<Prepared> prepareBoth(const LoadedData &data, Centering centering, const RunContext &context)
{
    Prepared result;
    context.report(0, "normalising");
    const auto x = std::make_shared<PreparedSpace>(prepare(data.pair.x->vectors, centering, context));
    const auto y = std::make_shared<PreparedSpace>(prepare(data.pair.y->vectors, centering, context));
    context.report(0.4, "principal components");
    result.x = pictureOf(fitPca({x->rows}, {}, context), x->rows, context);
    context.report(0.7, "principal components");
    result.frameOfY = fitPca({y->rows}, {}, context);
    result.y = pictureOf(result.frameOfY, y->rows, context);
    result.spaces = {x, y};
    if (context.cancelled())
        return cancelledError();
    return result;
}

Result<Relative> projectBoth(const PreparedPair &spaces, const AnchorSet &anchors, const Similarity &similarity,
                             const SimilarityOptions &numbers, PcaFit fit, const Relative &before,
                             const RunContext &context)
{
    context.report(0, "relative vectors");
    const AnchoredPair pair{*spaces.x, *spaces.y, anchors, similarity, numbers};
    const Matrix x = relativeRows(pair, Side::x, context);
    const Matrix y = relativeRows(pair, Side::y, context);
    context.report(0.5, "principal components");
    const auto [frameOfX, frameOfY] = fitPair(x, y, fit, {}, context);
    Relative result{pictureOf(frameOfX, x, context), pictureOf(frameOfY, y, context)};
    if (context.cancelled())
        return cancelledError();
    steady(result, before);
    return result;
}

} // namespace

bool isTurn(const Matrix &turn)
{
    constexpr float noticed = 0.02f; // about one degree
    return turn.size() > 0 && (turn - Matrix(turn.diagonal().asDiagonal())).cwiseAbs().maxCoeff() > noticed;
}

Axes shownAxes(const Picture &picture, const Axes &wanted)
{
    const Index known = picture.coordinates ? picture.coordinates->cols() : 0;
    return std::max(wanted.horizontal, wanted.vertical) < known ? wanted : Axes();
}

Matrix along(const Picture &picture, const Axes &axes)
{
    const Axes shown = shownAxes(picture, axes);
    Matrix places(picture.coordinates->rows(), 2);
    places.col(0) = picture.coordinates->col(shown.horizontal);
    places.col(1) = picture.coordinates->col(shown.vertical);
    return places;
}

ProjectionController::ProjectionController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_preparing(runner), m_projecting(runner)
{
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_live.reset();
        setMessage(false, QString());
        setMessage(true, QString());
        prepare();
    });
    connect(&workspace, &Workspace::setupChanged, this, &ProjectionController::onSetupChanged);
}

void ProjectionController::onSetupChanged(SetupChanges changes)
{
    if (changes.testFlag(SetupChange::Centering))
        prepare();
    else if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run | SetupChange::Frame))
        project();
}

void ProjectionController::prepare()
{
    m_projecting.drop();
    m_preparing.drop();
    if (!m_workspace.hasData())
        return;
    m_preparing.start<Prepared>(
        tr("Preparing the spaces"),
        [data = m_workspace.data(), centering = m_workspace.setup().centering](const RunContext &context) {
            return prepareBoth(*data, centering, context);
        },
        [this](Result<Prepared> result) {
            if (!result) {
                notPrepared(result.error());
                return;
            }
            m_frameOfY = std::move(result->frameOfY);
            m_pictures[0] = result->x;
            m_pictures[1] = result->y;
            Q_EMIT picturesChanged(false, PictureChange::Fresh);
            m_workspace.setPrepared(result->spaces);
            project();
        },
        [this](const Error &cancelled) { notPrepared(cancelled); });
}

void ProjectionController::notPrepared(const Error &error)
{
    setMessage(false, QString::fromStdString(error.text()));
    Q_EMIT failed(QString::fromStdString(error.text()));
}

void ProjectionController::project()
{
    m_projecting.drop();
    if (m_live || !m_workspace.prepared())
        return;
    const Setup &setup = m_workspace.setup();
    const Similarity *similarity = findSimilarity(setup.similarity);
    AnchorSet anchors = m_workspace.knownAnchors();
    if (!anchors.optimised() && anchors.seeds() < 2) {
        setMessage(true, tr("The relative space needs at least two seed pairs.\n"
                            "Add pairs in the Anchors dock, or press A and click an item of X and its partner in Y."));
        return;
    }
    m_projecting.start<Relative>(
        tr("Projecting onto the anchors"),
        [spaces = m_workspace.prepared(), set = std::move(anchors), similarity, numbers = setup.similarityNumbers,
         fit = setup.relativeFit, before = Relative{picture(Panel::RelativeX), picture(Panel::RelativeY)}](
            const RunContext &context) { return projectBoth(spaces, set, *similarity, numbers, fit, before, context); },
        [this](Result<Relative> result) {
            if (!result) {
                setMessage(true, QString::fromStdString(result.error().text()));
                return;
            }
            const bool before = picture(Panel::RelativeX).coordinates != nullptr;
            m_pictures[2] = result->x;
            m_pictures[3] = result->y;
            Q_EMIT picturesChanged(true, before ? PictureChange::Moved : PictureChange::Fresh);
        },
        [this](const Error &cancelled) { setMessage(true, QString::fromStdString(cancelled.text())); });
}

void ProjectionController::showLive(int iteration, const Picture &relativeX, const Picture &relativeY)
{
    m_projecting.drop();
    const bool before = std::exchange(m_live, iteration).has_value();
    m_pictures[2] = relativeX;
    m_pictures[3] = relativeY;
    Q_EMIT picturesChanged(true, before ? PictureChange::Running : PictureChange::Moved);
}

void ProjectionController::endLive()
{
    if (!m_live)
        return;
    m_live.reset();
    project();
}

void ProjectionController::setMessage(bool relative, const QString &message)
{
    const std::size_t first = relative ? 2 : 0;
    m_pictures[first] = {nullptr, {}, message};
    m_pictures[first + 1] = {nullptr, {}, message};
    Q_EMIT picturesChanged(relative, PictureChange::Fresh);
}

} // namespace anchorscope::gui
