// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/representation.h"

#include "core/data/items.h"
#include "core/evaluate/learnedrepresentation.h"
#include "core/parallel.h"
#include "core/product.h"
#include "core/projection/span.h"
#include "core/translate/anchormaps.h"
#include "core/translate/canonicalbasis.h"
#include "core/translate/inverseprojection.h"
#include "core/translate/ridgemaps.h"
#include "core/translate/vecmap.h"

#include <algorithm>
#include <cmath>

namespace anchorscope {

namespace {

Matrix vectorsOf(const PreparedSpace &space, const std::vector<ItemIndex> &items)
{
    return rowsOf(space.rows, items);
}

const Matrix &vectorsOf(const PreparedSpace &, const Matrix &vectors)
{
    return vectors;
}

/// Encodes both spaces relative to anchors, given as items or vectors. Returns nullopt if the similarity needs the
/// canonical maps of a run and there are none.
template <class AnchorsX, class AnchorsY>
std::optional<RepresentationPair> relativePair(const char *method, const RepresentationInput &input,
                                               const AnchorsX &anchorsX, const AnchorsY &anchorsY,
                                               const RunContext &context)
{
    const CanonicalMetric &metric = input.anchors.metric;
    if (input.similarity.learned && metric.empty())
        return std::nullopt;
    const auto relative = [&](const PreparedSpace &space, const auto &anchors, Side side) {
        if (!input.similarity.learned)
            return relativeTo(space, anchors, input.similarity, context, input.similarityOptions);
        return productTransposed(canonicalCoordinates(space.rows, metric, side, context),
                                 canonicalCoordinates(vectorsOf(space, anchors), metric, side, context), context);
    };
    return RepresentationPair{method, relative(input.x, anchorsX, Side::x), relative(input.y, anchorsY, Side::y)};
}

/// Similarities of all items to the anchors of X in canonical coordinates, x′a′ᵀ and y′a′ᵀ (core/definitions.md, 2).
std::optional<RepresentationPair> canonicalPair(const char *method, const CanonicalMetric &metric,
                                                const RepresentationInput &input, const RunContext &context)
{
    if (metric.empty())
        return std::nullopt;
    const Matrix x = canonicalCoordinates(input.x.rows, metric, Side::x, context);
    const Matrix y = canonicalCoordinates(input.y.rows, metric, Side::y, context);
    const Matrix anchors = rowsOf(x, input.anchors.itemsOfX);
    return RepresentationPair{method, productTransposed(x, anchors, context), productTransposed(y, anchors, context)};
}

std::optional<RepresentationPair> trueAnchors(const RepresentationInput &input, const RunContext &context)
{
    const std::vector<ItemIndex> partners = truePartners(input);
    if (partners.empty())
        return std::nullopt;
    return relativePair("GT", input, input.anchors.itemsOfX, partners, context);
}

std::optional<RepresentationPair> seedsOnly(const RepresentationInput &input, const RunContext &context)
{
    if (input.anchors.seeds() == 0)
        return std::nullopt;
    const std::vector<ItemIndex> seedsOfX(input.anchors.itemsOfX.begin(),
                                          input.anchors.itemsOfX.begin() + input.anchors.seeds());
    return relativePair("Seed", input, seedsOfX, input.anchors.seedsOfY, context);
}

std::optional<RepresentationPair> continuousAnchors(const RepresentationInput &input, const RunContext &context)
{
    if (!input.anchors.optimized())
        return std::nullopt;
    return relativePair("AO continuous", input, input.anchors.itemsOfX, input.anchors.continuousY, context);
}

std::optional<RepresentationPair> discreteAnchors(const RepresentationInput &input, const RunContext &context)
{
    if (input.anchors.discreteY.empty())
        return std::nullopt;
    return relativePair("AO discrete", input, input.anchors.itemsOfX, input.anchors.discreteY, context);
}

std::optional<RepresentationPair> foundCanonical(const RepresentationInput &input, const RunContext &context)
{
    return canonicalPair("canonical", input.anchors.metric, input, context);
}

std::optional<RepresentationPair> trueCanonical(const RepresentationInput &input, const RunContext &context)
{
    const std::vector<ItemIndex> partners = truePartners(input);
    if (partners.empty() || input.anchors.metric.empty())
        return std::nullopt;
    const WeightedPairs pairs{input.anchors.itemsOfX, partners, std::vector<double>(partners.size(), 1.0)};
    return canonicalPair("GT canonical",
                         fitCanonicalMetric(input.x, input.y, pairs, input.anchors.metric.ridge, context), input,
                         context);
}

/// Marks a pair whose columns are coordinates, not similarities to anchors.
RepresentationPair asCoordinates(RepresentationPair pair)
{
    pair.relative = false;
    return pair;
}

RepresentationPair preparedSpaces(const char *method, const PreparedSpace &x, const PreparedSpace &y)
{
    RepresentationPair pair{.method = method, .relative = false};
    pair.spaceX = &x.rows;
    pair.spaceY = &y.rows;
    return pair;
}

/// True for spaces of few items that were reduced to their spans. Their span in common then takes less time and memory
/// than comparisons in all dimensions.
bool fewAndWide(const RepresentationInput &input)
{
    constexpr Index few = 1000;
    return input.x.whole && input.y.whole && input.x.size() + input.y.size() <= few;
}

/// Coordinates of the rows of both spaces in their common span. `rows` returns the rows of a space in all dimensions.
template <class Rows>
RepresentationPair inCommonSpan(const char *method, const PreparedSpace &x, const PreparedSpace &y, const Rows &rows,
                                const RunContext &context)
{
    PreparedSpace both;
    both.rows.resize(x.size() + y.size(), x.dimension());
    both.rows.topRows(x.size()) = rows(x);
    both.rows.bottomRows(y.size()) = rows(y);
    const SpannedSpace span = spanned(both, context);
    return asCoordinates({method, span.inSpan.rows.topRows(x.size()), span.inSpan.rows.bottomRows(y.size())});
}

std::optional<RepresentationPair> absolute(const RepresentationInput &input, const RunContext &context)
{
    const PreparedSpace &x = input.x.inAllDimensions(), &y = input.y.inAllDimensions();
    if (x.dimension() != y.dimension())
        return std::nullopt;
    const auto rows = [&](const PreparedSpace &space) { return asRead(space, context); };
    return fewAndWide(input) ? inCommonSpan("Absolute", x, y, rows, context)
                             : asCoordinates({"Absolute", rows(x), rows(y)});
}

std::optional<RepresentationPair> absoluteCentred(const RepresentationInput &input, const RunContext &context)
{
    constexpr const char *method = "Absolute centred";
    const PreparedSpace &x = input.x.inAllDimensions(), &y = input.y.inAllDimensions();
    if (x.dimension() != y.dimension())
        return std::nullopt;
    const bool prepared = x.centering == Centering::center && y.centering == Centering::center;
    const auto centred = [&](const PreparedSpace &space) {
        return prepared ? space.rows : prepare(asRead(space, context), Centering::center, context).rows;
    };
    if (fewAndWide(input))
        return inCommonSpan(method, x, y, centred, context);
    return prepared ? preparedSpaces(method, x, y) : asCoordinates({method, centred(x), centred(y)});
}

/// Unit rows to fit maps to: the k anchors of X and their partners, or if a partner is unknown, the anchors found in Y.
std::optional<SpannedPairs> pairsToFit(const RepresentationInput &input, const RunContext &context)
{
    std::vector<ItemIndex> partners = truePartners(input);
    if (partners.empty())
        partners = input.anchors.discreteY;
    if (partners.empty())
        return std::nullopt;
    SpannedPairs pairs = inSpans(rowsOf(input.x.rows, input.anchors.itemsOfX), rowsOf(input.y.rows, partners), context);
    return context.cancelled() ? std::nullopt : std::optional(std::move(pairs));
}

template <class Fit>
std::optional<RepresentationPair> translated(const char *method, const Fit &fit, const RepresentationInput &input,
                                             const RunContext &context)
{
    const std::optional<SpannedPairs> there = pairsToFit(input, context);
    if (!there)
        return std::nullopt;
    RepresentationPair pair = preparedSpaces(method, input.x, input.y);
    const auto translate = [&](const SpannedPairs &pairs, const Matrix &rows) {
        return translateRows(pairs.coordinates(rows, context), fit(pairs.a, pairs.b, context), context);
    };
    pair.xInY = translate(*there, input.x.rows);
    pair.yInX = translate(there->swapped(), input.y.rows);
    pair.basisOfY = there->basisB.cast<float>();
    pair.basisOfX = there->basisA.cast<float>();
    return context.cancelled() ? std::nullopt : std::optional(std::move(pair));
}

std::optional<RepresentationPair> byInverseProjection(const RepresentationInput &input, const RunContext &context)
{
    const auto fit = [](const MatrixView &from, const MatrixView &to, const RunContext &part) -> LinearMap {
        InverseProjectionOptions options;
        options = bestProjection(projectionScores(from, to, options, part), options);
        const auto fitted = fitInverseProjection(from, to, options, part);
        // If fitting was cancelled, a zero matrix is returned; callers check cancelled().
        return {fitted ? fitted->matrix : MatrixD::Zero(from.cols(), to.cols())};
    };
    return translated("IRP", fit, input, context);
}

template <std::size_t place>
std::optional<RepresentationPair> byAnchorMap(const RepresentationInput &input, const RunContext &context)
{
    const AnchorMap &map = anchorMaps()[place];
    return translated(map.id, map.fit, input, context);
}

std::optional<RepresentationPair> byVecMap(const RepresentationInput &input, const RunContext &context)
{
    const std::optional<SpannedPairs> pairs = pairsToFit(input, context);
    if (!pairs)
        return std::nullopt;
    const VecMapMaps maps = vecMapMaps(pairs->a, pairs->b, chooseRidge(pairs->a, pairs->b, false, context),
                                       chooseRidge(pairs->b, pairs->a, false, context));
    if (context.cancelled())
        return std::nullopt;
    return asCoordinates({"VecMap", translateRows(pairs->coordinates(input.x.rows, context), maps.x, context),
                          translateRows(pairs->swapped().coordinates(input.y.rows, context), maps.y, context)});
}

const Representation registeredRepresentations[] = {
    {"GT", "True anchors", "All anchors with their true partners (RR): the reference for anchors that are found.",
     trueAnchors},
    {"Seed", "Seeds only", "The seeds and their partners alone, before any anchor is found (AO).", seedsOnly},
    {"AO continuous", "Found, continuous", "The anchor vectors that the run found in Y (AO).", continuousAnchors},
    {"AO discrete", "Found, discrete", "For each found vector the nearest item of Y (AO Alg. 1, line 10).",
     discreteAnchors},
    {"canonical", "Found, canonical",
     "Both spaces relative to the anchors of X in the canonical coordinates that a run of auto or canonical learned.",
     foundCanonical, false, nullptr, true},
    {"GT canonical", "True, canonical",
     "The same in the coordinates that the anchors and their true partners alone fix, by the same ridge.",
     trueCanonical, false, nullptr, true},
    {"Absolute", "Absolute",
     "The vectors as they were read, neither centred nor compared with anchors; needs equal dimensions.", absolute,
     false, nullptr, false, false},
    {"Absolute centred", "Absolute, centred",
     "The vectors minus the mean of their space, without anchors; needs equal dimensions.", absoluteCentred, false,
     nullptr, false, false},
    {"IRP", "IRP", "Inverse relative projection through pruned subspaces of the anchors and their true partners (IRP).",
     byInverseProjection},
    {"Procrustes", "Procrustes", "The rotation that best maps the anchors onto their true partners.", byAnchorMap<0>},
    {"Polar", "Polar", "The orthogonal factor of the ridge map.", byAnchorMap<1>},
    {"Affine", "Affine", "The ridge map between the anchors and their true partners, both centred, with an offset.",
     byAnchorMap<2>},
    {"Ridge", "Ridge",
     "The linear map of least squares from the anchors to their true partners; its ridge is chosen by "
     "cross-validation.",
     byAnchorMap<3>},
    {"Canonical ridge", "Canonical ridge",
     "The ridge map through the canonical directions of the anchors that are not noise.", byAnchorMap<4>},
    {"VecMap", "VecMap",
     "Both spaces in common coordinates: whitened, rotated, re-weighted and de-whitened on the anchors and their true "
     "partners (Artetxe 2018).",
     byVecMap},
    {"PARAM", "Learned anchors (PARAM)",
     "Anchors learned as mixtures of the true anchors, whitened similarity; the space that is tested is left out of "
     "the learning (PARAM).",
     learnedRepresentation, true, costOfLearning},
};

} // namespace

std::vector<ItemIndex> truePartners(const RepresentationInput &input)
{
    if (input.pairing.empty())
        return {};
    const std::vector<ItemIndex> partners = input.pairing.partnersOfX(input.anchors.itemsOfX);
    return std::ranges::count(partners, noItem) > 0 ? std::vector<ItemIndex>() : partners;
}

std::span<const Representation> representations()
{
    return registeredRepresentations;
}

std::optional<RepresentationPair> encodeSpaces(const Representation &representation, const RepresentationInput &input,
                                               const RunContext &context)
{
    auto pair = representation.encode(input, context);
    if (!pair)
        return pair;
    const auto empty = [](Matrix &rows, const std::vector<ItemIndex> &items) {
        for (const ItemIndex item : items) {
            if (rows.size() > 0)
                rows.row(item).setZero();
        }
    };
    pair->emptyX = input.x.zeroRows;
    pair->emptyY = input.y.zeroRows;
    empty(pair->ownX, pair->emptyX);
    empty(pair->xInY, pair->emptyX);
    empty(pair->ownY, pair->emptyY);
    empty(pair->yInX, pair->emptyY);
    return pair;
}

std::string rowLabel(const std::string &id)
{
    std::string label = id;
    std::size_t known = 0; // length of the longest representation id found so far with which `id` begins
    for (const Representation &each : registeredRepresentations) {
        const std::string_view begin = each.id;
        const std::string_view rest = std::string_view(id).substr(std::min(begin.size(), id.size()));
        if (!id.starts_with(begin) || begin.size() <= known || (!rest.empty() && rest[0] != ' ' && rest[0] != ','))
            continue;
        known = begin.size();
        label.assign(each.label).append(rest.starts_with(' ') ? "," : "").append(rest);
    }
    return label;
}

namespace {

Matrix inFull(const Matrix &coordinates, const Matrix &basis)
{
    return basis.size() > 0 ? productTransposed(coordinates, Matrix(basis.transpose())) : coordinates;
}

/// Coordinates of rows in a smaller basis, whose span contains all translated items. An additional column holds the
/// length of each row's part outside the span, so lengths, and products with translated items, stay the same.
Matrix targetInBasis(const Matrix &rows, const Matrix &basis, const RunContext &context)
{
    Matrix result(rows.rows(), basis.rows() + 1);
    result.leftCols(basis.rows()) = productTransposed(rows, basis, context);
    forBlocks(
        rows.rows(), 256,
        [&](Index begin, Index end) {
            for (Index i = begin; i < end; ++i) {
                const double inBasis = result.row(i).head(basis.rows()).cast<double>().squaredNorm();
                const double rest = rows.row(i).cast<double>().squaredNorm() - inBasis;
                result(i, basis.rows()) = static_cast<float>(std::sqrt(std::max(0.0, rest)));
            }
        },
        context);
    return result;
}

Result<RetrievalScores> retrieveTranslated(const Matrix &coordinates, const Matrix &basis, Matrix target,
                                           const Correspondence &pairing, const RetrievalOptions &options,
                                           const RunContext &context)
{
    if (basis.size() == 0)
        return retrieve(coordinates, std::move(target), pairing, options, context);
    Matrix queries = Matrix::Zero(coordinates.rows(), coordinates.cols() + 1);
    queries.leftCols(coordinates.cols()) = coordinates;
    return retrieve(queries, targetInBasis(target, basis, context), pairing, options, context);
}

} // namespace

Matrix RepresentationPair::xAmongY() const
{
    return isTranslation() ? inFull(xInY, basisOfY) : x();
}

Matrix RepresentationPair::yAmongX() const
{
    return isTranslation() ? inFull(yInX, basisOfX) : y();
}

Matrix RepresentationPair::takeX()
{
    return spaceX ? *spaceX : std::move(ownX);
}

Matrix RepresentationPair::takeY()
{
    return spaceY ? *spaceY : std::move(ownY);
}

void RepresentationPair::swapSpaces()
{
    ownX.swap(ownY);
    std::swap(spaceX, spaceY);
    xInY.swap(yInX);
    basisOfX.swap(basisOfY);
    emptyX.swap(emptyY);
}

RepresentationPair RepresentationPair::of(const std::vector<ItemIndex> &itemsOfX,
                                          const std::vector<ItemIndex> &itemsOfY) const
{
    RepresentationPair result{method, rowsOf(x(), itemsOfX), rowsOf(y(), itemsOfY)};
    if (isTranslation()) {
        result.xInY = rowsOf(xInY, itemsOfX);
        result.yInX = rowsOf(yInX, itemsOfY);
    }
    result.basisOfX = basisOfX;
    result.basisOfY = basisOfY;
    result.relative = relative;
    return result;
}

namespace {

struct Directed
{
    std::vector<ItemIndex> x, y;
    RepresentationPair pair;
    Correspondence pairing;
    RetrievalOptions options;

    Directed(const RepresentationPair &all, const Correspondence &allPairs, const RetrievalOptions &given)
        : x(itemsBut(allPairs.itemsOfX(), all.emptyX)), y(itemsBut(allPairs.itemsOfY(), all.emptyY)),
          pair(all.of(x, y)), pairing(allPairs.among(x, y)), options(given)
    {
        options.excluded.clear();
        for (const ItemIndex item : given.excluded) {
            if (const ItemIndex place = placeOf(item, x); place != noItem)
                options.excluded.push_back(place);
        }
    }
};

void putBack(RetrievalScores &scores, const std::vector<ItemIndex> &sources, const std::vector<ItemIndex> &targets)
{
    for (ItemIndex &item : scores.queryItems)
        item = sources[static_cast<std::size_t>(item)];
    for (ItemIndex &item : scores.itemOther) {
        if (item != noItem)
            item = targets[static_cast<std::size_t>(item)];
    }
}

bool allHaveDirections(const RepresentationPair &pair)
{
    return pair.emptyX.empty() && pair.emptyY.empty();
}

} // namespace

Result<RetrievalScores> retrieve(RepresentationPair pair, const Correspondence &pairing, RetrievalOptions options,
                                 const RunContext &context)
{
    options.relative = pair.relative;
    if (allHaveDirections(pair))
        return pair.isTranslation()
                   ? retrieveTranslated(pair.xInY, pair.basisOfY, pair.takeY(), pairing, options, context)
                   : retrieve(pair.takeX(), pair.takeY(), pairing, options, context);
    Directed part(pair, pairing, options);
    auto scores = retrieve(std::move(part.pair), part.pairing, part.options, context);
    if (scores)
        putBack(*scores, part.x, part.y);
    return scores;
}

Result<RetrievalRow> retrieveBothWays(RepresentationPair pair, const Correspondence &pairing, RetrievalOptions options,
                                      const RunContext &context)
{
    options.relative = pair.relative;
    if (!allHaveDirections(pair)) {
        Directed part(pair, pairing, options);
        auto row = retrieveBothWays(std::move(part.pair), part.pairing, part.options, context);
        if (row) {
            putBack(row->xToY, part.x, part.y);
            putBack(row->yToX, part.y, part.x);
        }
        return row;
    }
    if (!pair.isTranslation())
        return retrieveBothWays(pair.method, pair.takeX(), pair.takeY(), pairing, options, context);
    auto xToY = retrieveTranslated(pair.xInY, pair.basisOfY, pair.takeY(), pairing, options, context.part(0, 0.5));
    if (!xToY)
        return xToY.error();
    auto yToX = retrieveTranslated(pair.yInX, pair.basisOfX, pair.takeX(), pairing.swapped(), options.swapped(pairing),
                                   context.part(0.5, 1));
    if (!yToX)
        return yToX.error();
    return RetrievalRow{pair.method, std::move(*xToY), std::move(*yToX)};
}

} // namespace anchorscope
