// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/controllers/projectioncontroller.h"

#include "core/data/itemcoordinates.h"
#include "core/neighbourmap/neighbourmap.h"
#include "core/projection/axisalignment.h"
#include "core/projection/paircomponents.h"
#include "core/projection/whiten.h"
#include "gui/style/plaintext.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace anchorscope::gui {

namespace {

struct Prepared
{
    PreparedPair spaces;
    PanelPlot x, y;
    Pca frameOfY;
    /// Data with Y transformed; null if the transform is the identity.
    std::shared_ptr<const LoadedData> data;
    Transform transform;
};

struct PlotInput
{
    std::shared_ptr<const LoadedData> data; ///< data before Y is transformed
    Transform transform;
    Centering centering = Centering::center;
    Shown shown = Shown::Automatic;
    PanelFrame frame = PanelFrame::Automatic;
    std::string ownFrame = {};
    /// X after pre-processing with the settings above if it is in memory; otherwise null.
    std::shared_ptr<const PreparedSpace> x = {};
};

/// Rotates both relative plots so that the points stay close to their positions in the previous plots. Without previous
/// plots, applies the last rotation again.
void steady(RelativePlots &now, const RelativePlots &before)
{
    std::vector<AxisFitRows> clouds;
    for (const PanelPlot RelativePlots::*plot : {&RelativePlots::x, &RelativePlots::y}) {
        if ((now.*plot).coordinates && (before.*plot).coordinates)
            clouds.emplace_back(*(now.*plot).coordinates, *(before.*plot).coordinates);
    }
    const Matrix turn = clouds.empty() ? before.turn : alignedAxes(clouds);
    if (turn.size() == 0 || now.x.explained.size() != turn.rows())
        return;
    now.turn = turn;
    for (PanelPlot RelativePlots::*plot : {&RelativePlots::x, &RelativePlots::y}) {
        PanelPlot &each = now.*plot;
        each.coordinates = std::make_shared<Matrix>(*each.coordinates * turn);
        each.explained = rotatedVariance(each.explained, turn);
        each.rotated = isRotation(turn);
    }
}

PanelPlot plotOf(const Pca &pca, Matrix coordinates)
{
    if (pca.empty())
        return {};
    // Adds zeros as a second axis to one-dimensional coordinates, because a plot needs two axes.
    if (coordinates.cols() == 1) {
        coordinates.conservativeResize(Eigen::NoChange, 2);
        coordinates.col(1).setZero();
    }
    return {std::make_shared<Matrix>(std::move(coordinates)), pca.explained, {}};
}

/// Maximum number of dimensions of spaces that are plotted without a projection.
constexpr Index fewDimensions = 3;

Matrix shownRows(const Matrix &vectors, const PreparedSpace &space, Shown shown)
{
    if (shown == Shown::Automatic)
        shown = vectors.cols() <= fewDimensions ? Shown::AsRead : Shown::AsCompared;
    if (shown == Shown::AsRead)
        return vectors;
    return shown == Shown::Centred ? unscaledRows(space.rows, space.norms) : space.rows;
}

PanelPlot dimensionsOf(const Matrix &rows)
{
    constexpr Index most = 64; // maximum number of dimensions that the user can choose as axes
    Matrix places = Matrix::Zero(rows.rows(), std::clamp<Index>(rows.cols(), 2, most));
    places.leftCols(std::min(rows.cols(), most)) = rows.leftCols(std::min(rows.cols(), most));
    const Eigen::RowVectorXd mean = rows.cast<double>().colwise().mean();
    Eigen::VectorXd variances(rows.cols());
    for (Index c = 0; c < rows.cols(); ++c)
        variances[c] = (rows.col(c).cast<double>().array() - mean[c]).square().sum();
    const double all = variances.sum();
    PanelPlot plot{nullptr, Vector::Zero(places.cols()), {}};
    for (Index c = 0; all > 0 && c < std::min(rows.cols(), most); ++c)
        plot.explained[c] = static_cast<float>(variances[c] / all);
    plot.coordinates = std::make_shared<Matrix>(std::move(places));
    plot.frame = PanelFrame::Dimensions;
    return plot;
}

/// Plots three-dimensional directions as a geographic map: longitude and latitude in degrees.
PanelPlot mapPlot(const Matrix &rows)
{
    constexpr double degrees = 180 / std::numbers::pi;
    Matrix places(rows.rows(), 2);
    for (Index i = 0; i < rows.rows(); ++i) {
        const double x = rows(i, 0), y = rows(i, 1), z = rows(i, 2);
        places(i, 0) = static_cast<float>(degrees * std::atan2(y, x));
        places(i, 1) = static_cast<float>(degrees * std::atan2(z, std::hypot(x, y)));
    }
    PanelPlot plot{std::make_shared<Matrix>(std::move(places)), Vector::Zero(2), {}};
    plot.frame = PanelFrame::Map;
    return plot;
}

PanelPlot ownPlot(const EmbeddingSet &space, const std::string &title)
{
    PanelPlot plot;
    plot.title = QString::fromStdString(title);
    const ItemCoordinates *own = findCoordinates(space, title);
    if (!own) {
        plot.message = ProjectionController::tr("The file has no coordinates “%1” of %2.")
                           .arg(shownName(plot.title), shownName(QString::fromStdString(space.name)));
        return plot;
    }
    for (Index item = 0; item < own->points.rows(); ++item)
        plot.missing += own->points.row(item).allFinite() ? 0 : 1;
    plot.coordinates = std::make_shared<Matrix>(own->points);
    plot.explained = Vector::Zero(2);
    plot.frame = PanelFrame::Own;
    return plot;
}

PanelFrame frameFor(PanelFrame requested, Index dimensions)
{
    if (requested == PanelFrame::Automatic || (requested == PanelFrame::Map && dimensions < fewDimensions))
        return dimensions <= fewDimensions ? PanelFrame::Dimensions : PanelFrame::Components;
    return requested == PanelFrame::Neighbours ? PanelFrame::Components : requested;
}

/// Plots a space. `components` are set only if the plot shows pre-processed vectors, with principal components as axes.
PanelPlot absolutePlot(const EmbeddingSet &set, const PreparedSpace &space, const PlotInput &requested, Pca &components,
                       const RunContext &context)
{
    if (requested.frame == PanelFrame::Own)
        return ownPlot(set, requested.ownFrame);
    const Matrix &vectors = set.vectors;
    const PanelFrame frame = frameFor(requested.frame, vectors.cols());
    const Matrix rows = shownRows(vectors, space, requested.shown);
    if (frame == PanelFrame::Map)
        return mapPlot(rows);
    if (frame == PanelFrame::Dimensions)
        return dimensionsOf(rows);
    const Pca fitted = fitPca({rows}, {}, context);
    if (rows == space.rows)
        components = fitted;
    return fitted.empty() ? PanelPlot() : plotOf(fitted, fitted.project(rows, context));
}

std::shared_ptr<const LoadedData> withY(const LoadedData &read, Matrix vectors)
{
    auto data = std::make_shared<LoadedData>(read);
    const EmbeddingSet &y = *read.pair.y;
    data->pair.y =
        std::make_shared<const EmbeddingSet>(EmbeddingSet{y.name, y.model, y.storedType, std::move(vectors), y.items});
    return data;
}

Result<Prepared> prepareBoth(const PlotInput &requested, const RunContext &context)
{
    Prepared result;
    result.transform = requested.transform;
    context.report(0, "normalizing");
    if (!requested.transform.isNeutral())
        result.data =
            withY(*requested.data, transformed(requested.data->pair.y->vectors, requested.transform, context));
    const LoadedData &data = result.data ? *result.data : *requested.data;
    const Matrix &ofX = data.pair.x->vectors, &ofY = data.pair.y->vectors;
    const auto x =
        requested.x ? requested.x : std::make_shared<PreparedSpace>(prepare(ofX, requested.centering, context));
    const auto y = std::make_shared<PreparedSpace>(prepare(ofY, requested.centering, context));
    context.report(0.4, "principal components");
    Pca frameOfX;
    if (!requested.x)
        result.x = absolutePlot(*data.pair.x, *x, requested, frameOfX, context);
    context.report(0.7, "principal components");
    result.y = absolutePlot(*data.pair.y, *y, requested, result.frameOfY, context);
    result.spaces = {x, y};
    if (context.cancelled())
        return cancelledError();
    return result;
}

Result<RelativePlots> projectBoth(const AnchoredPair &pair, PcaFit fit, const RelativePlots &before,
                                  const RunContext &context)
{
    context.report(0, "relative vectors");
    PairComponents found = pairComponents(pair, fit, {}, context);
    RelativePlots result{plotOf(found.ofX, std::move(found.x)), plotOf(found.ofY, std::move(found.y))};
    if (context.cancelled())
        return cancelledError();
    steady(result, before);
    return result;
}

} // namespace

bool isRotation(const Matrix &turn)
{
    // Off-diagonal elements of a rotation up to this limit (about one degree) count as zero. A rotation that only
    // changes the signs of axes has no others.
    constexpr float noticed = 0.02f;
    return turn.size() > 0 && (turn - Matrix(turn.diagonal().asDiagonal())).cwiseAbs().maxCoeff() > noticed;
}

Axes shownAxes(const PanelPlot &plot, const Axes &requested)
{
    const Index known = plot.coordinates ? plot.coordinates->cols() : 0;
    return std::max(requested.horizontal, requested.vertical) < known ? requested : Axes();
}

Matrix along(const PanelPlot &plot, const Axes &axes)
{
    const Axes shown = shownAxes(plot, axes);
    Matrix places(plot.coordinates->rows(), 2);
    places.col(0) = plot.coordinates->col(shown.horizontal);
    places.col(1) = plot.coordinates->col(shown.vertical);
    return places;
}

Matrix placesOf(const PanelPlot &plot, const Axes &axes, const std::vector<char> *hidden)
{
    Matrix all = along(plot, axes);
    for (Index item = 0; hidden && item < std::min(all.rows(), static_cast<Index>(hidden->size())); ++item) {
        if ((*hidden)[static_cast<std::size_t>(item)])
            all.row(item).setConstant(std::numeric_limits<float>::quiet_NaN());
    }
    return all;
}

ProjectionController::ProjectionController(Workspace &workspace, Runner &runner, QObject *parent)
    : QObject(parent), m_workspace(workspace), m_preparing(runner), m_projecting(runner), m_mapping(runner)
{
    connect(&workspace, &Workspace::itemsReplaced, this, [this] {
        m_plots = {};
        m_lastPlots = {};
    });
    connect(&workspace, &Workspace::dataChanged, this, [this] {
        m_live.reset();
        setMessage(false, QString());
        setMessage(true, QString());
        m_x.reset();
        prepare(true);
    });
    connect(&workspace, &Workspace::setupChanged, this, &ProjectionController::onSetupChanged);
    connect(&workspace, &Workspace::viewChanged, this, [this](const ViewState &before) {
        const ViewState &now = m_workspace.view();
        if (now.shown == before.shown && now.frame == before.frame && now.ownFrame == before.ownFrame)
            return;
        m_x.reset();
        prepare(true);
    });
}

ProjectionController::~ProjectionController()
{
    if (m_mapViews)
        m_mapViews->close();
}

void ProjectionController::onSetupChanged(SetupChanges changes)
{
    if (changes.testFlag(SetupChange::Centering)) {
        m_x.reset();
        prepare(true);
    } else if (changes.testFlag(SetupChange::Transform))
        prepare(false);
    else if (changes == SetupChange::Anchors && m_workspace.chosenRun())
        return; // the plots show the anchors of the chosen run, which stay the same until the run is continued
    else if (changes & (SetupChange::Anchors | SetupChange::Similarity | SetupChange::Run | SetupChange::Frame))
        project(true, m_workspace.prepared());
}

void ProjectionController::prepare(bool anew)
{
    if (anew) {
        m_projecting.drop();
        m_preparing.drop();
        m_mapOfX.reset();
    }
    m_mapping.drop();
    if (m_mapViews)
        m_mapViews->close();
    if (!m_workspace.hasData())
        return;
    const Setup &setup = m_workspace.setup();
    const ViewState &view = m_workspace.view();
    m_preparing.start<Prepared>(
        tr("Preparing the spaces"),
        [requested = PlotInput{m_workspace.originalData(), setup.transform, setup.centering, view.shown, view.frame,
                               view.ownFrame, m_x}](const RunContext &context) {
            return prepareBoth(requested, context);
        },
        [this, first = !m_x](Result<Prepared> result) {
            if (!result)
                return notPrepared(result.error());
            m_frameOfY = std::move(result->frameOfY);
            m_x = result->spaces.x;
            if (first)
                m_plots[0] = result->x;
            m_plots[1] = result->y;
            Q_EMIT projectionsChanged(false, first ? ProjectionChange::Fresh : ProjectionChange::Running);
            // While the user drags Y, the setup may already have a newer transform than this result. In that case, the
            // result updates the plots but is not stored as the prepared spaces.
            if (result->transform == m_workspace.setup().transform)
                m_workspace.setPrepared(result->spaces, std::move(result->data));
            project(first, result->spaces);
            if (m_workspace.view().frame == PanelFrame::Neighbours && m_workspace.prepared().y == result->spaces.y)
                mapNeighbours(result->spaces);
            Q_EMIT moved(result->spaces);
        },
        [this](const Error &cancelled) { notPrepared(cancelled); });
}

/// Computes the neighbour maps of the absolute panels in the background from the principal components.
void ProjectionController::mapNeighbours(const PreparedPair &spaces)
{
    using Views = Snapshots<std::pair<Panel, Matrix>>;
    constexpr std::chrono::milliseconds interval{200};
    if (m_mapViews)
        m_mapViews->close();
    m_mapViews = std::make_shared<Views>(this, interval, [this](std::pair<Panel, Matrix> view) {
        showMap(view.first, std::move(view.second), ProjectionChange::Running);
    });
    if (m_mapOfX)
        showMap(Panel::AbsoluteX, *m_mapOfX, ProjectionChange::Running);
    const auto lay = [views = m_mapViews](const PreparedSpace &space, Panel panel, const RunContext &context) {
        return neighbourMap({space.rows}, {}, context, [&](const Matrix &places) {
            if (views->due())
                Views::publish(views, {panel, places});
        });
    };
    using Maps = std::pair<Matrix, Matrix>;
    m_mapping.start<Maps>(
        tr("Mapping neighbours"),
        [spaces, lay, known = m_mapOfX](const RunContext &context) -> Result<Maps> {
            auto x = known ? Result<Matrix>(*known) : lay(*spaces.x, Panel::AbsoluteX, context.part(0, 0.5));
            if (!x)
                return x.error();
            auto y = lay(*spaces.y, Panel::AbsoluteY, context.part(0.5, 1));
            if (!y)
                return y.error();
            return Maps{std::move(*x), std::move(*y)};
        },
        [this](Result<Maps> maps) {
            m_mapViews->close();
            if (!maps)
                return; // too few items for a neighbour map: the principal components are still shown
            m_mapOfX = std::make_shared<Matrix>(maps->first);
            showMap(Panel::AbsoluteX, std::move(maps->first), ProjectionChange::Running);
            showMap(Panel::AbsoluteY, std::move(maps->second), ProjectionChange::Running);
        },
        [this](const Error &) { m_mapViews->close(); });
}

void ProjectionController::showMap(Panel panel, Matrix places, ProjectionChange change)
{
    PanelPlot &plot = m_plots[static_cast<std::size_t>(panel)];
    plot = {std::make_shared<Matrix>(std::move(places)), Vector::Zero(2), {}};
    plot.frame = PanelFrame::Neighbours;
    Q_EMIT projectionsChanged(false, change);
}

void ProjectionController::notPrepared(const Error &error)
{
    setMessage(false, QString::fromStdString(error.text()));
    Q_EMIT failed(QString::fromStdString(error.text()));
}

void ProjectionController::project(bool anew, const PreparedPair &spaces)
{
    if (anew)
        m_projecting.drop();
    if (m_live || !spaces)
        return;
    AnchoredInput input = anchoredInput(m_workspace);
    input.spaces = spaces;
    if (!input.anchors.optimized() && input.anchors.seeds() < 2) {
        m_workspace.setRelativeRotation({});
        setMessage(true, tr("The relative space needs at least two seed pairs.\n"
                            "Add pairs in the Anchors dock, or press A and click an item of X and its partner in Y."));
        return;
    }
    const Setup &setup = m_workspace.setup();
    const PcaFit fit = setup.transform.isNeutral() ? setup.relativeFit : PcaFit::first;
    const std::pair key(AnchoredKey(input), fit);
    if (const RelativePlots *known = m_lastPlots.find(key)) {
        m_projecting.drop();
        return showRelative(*known);
    }
    m_projecting.start<RelativePlots>(
        tr("Projecting onto the anchors"),
        [input = std::move(input), fit,
         before = RelativePlots{plot(Panel::RelativeX), plot(Panel::RelativeY), m_workspace.pair().relativeRotation}](
            const RunContext &context) { return projectBoth(input.pair(), fit, before, context); },
        [this, key](Result<RelativePlots> result) {
            if (!result)
                return setMessage(true, QString::fromStdString(result.error().text()));
            m_lastPlots.keep(key, *result);
            showRelative(std::move(*result));
        },
        [this](const Error &cancelled) { setMessage(true, QString::fromStdString(cancelled.text())); });
}

void ProjectionController::showRelative(RelativePlots plots)
{
    const bool before = plot(Panel::RelativeX).coordinates != nullptr;
    m_plots[2] = std::move(plots.x);
    m_plots[3] = std::move(plots.y);
    m_workspace.setRelativeRotation(std::move(plots.turn));
    Q_EMIT projectionsChanged(true, before ? ProjectionChange::Moved : ProjectionChange::Fresh);
}

void ProjectionController::showLive(int iteration, const PanelPlot &relativeX, const PanelPlot &relativeY)
{
    m_projecting.drop();
    const bool before = std::exchange(m_live, iteration).has_value();
    m_plots[2] = relativeX;
    m_plots[3] = relativeY;
    Q_EMIT projectionsChanged(true, before ? ProjectionChange::Running : ProjectionChange::Moved);
}

void ProjectionController::endLive()
{
    if (!m_live)
        return;
    m_live.reset();
    project(true, m_workspace.prepared());
}

void ProjectionController::setMessage(bool relative, const QString &message)
{
    const std::size_t first = relative ? 2 : 0;
    m_plots[first] = {nullptr, {}, message};
    m_plots[first + 1] = {nullptr, {}, message};
    Q_EMIT projectionsChanged(relative, ProjectionChange::Fresh);
}

} // namespace anchorscope::gui
