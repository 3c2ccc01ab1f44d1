// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/retrieval.h"

#include "core/evaluate/metrics.h"
#include "core/neighbours/collectnearest.h"
#include "core/neighbours/cslsranks.h"
#include "core/parallel.h"
#include "core/projection/relative.h"
#include "core/random.h"
#include "core/stopwatch.h"

#include <algorithm>
#include <cassert>

namespace anchorscope {

namespace {

/// Number of nearest targets listed for each query: enough for the K nearest, for CSLS, and for the margin, which needs
/// two. Lists for CSLS have at least 20 targets. If targets outside the list may score higher than the partner, the
/// query is compared with all targets again; longer lists make this rarer.
Index listed(const RetrievalOptions &options)
{
    constexpr Index deciding = 20;
    return std::max({Index{2}, options.k, options.hubnessCorrected ? std::max(options.cslsNeighbours, deciding) : 0});
}

/// Queries of one direction, with results. Query q is row items[q] of the source; its partner is row requested[q] of
/// the target.
struct Queries
{
    std::vector<ItemIndex> items, requested;
    std::vector<float> similarity;
    NearestLists own, cross;
    RankCounter rank;

    Queries(const Matrix &rows, const Matrix &target, std::vector<ItemIndex> itemsOfSource,
            std::vector<ItemIndex> requestedOfTarget, const RetrievalOptions &options, const RunContext &context)
        : items(std::move(itemsOfSource)), requested(std::move(requestedOfTarget)),
          similarity(targetSimilarities(rows, target, requested, context)),
          own(rows.rows(), options.k, TieOrder{options.seed, 0}),
          cross(rows.rows(), listed(options), TieOrder{options.seed, 1}), rank(similarity, requested, target.rows())
    {
        for (std::size_t q = 0; q < requested.size(); ++q) {
            if (requested[q] == noItem)
                own.skip(static_cast<Index>(q));
        }
    }
};

std::vector<ItemIndex> requestedOf(const Correspondence &pairing, const RetrievalOptions &options)
{
    std::vector<ItemIndex> requested = pairing.yOfX();
    for (const ItemIndex item : options.excluded)
        requested[static_cast<std::size_t>(item)] = noItem;
    return requested;
}

Index queriesOf(const Correspondence &pairing, const RetrievalOptions &options)
{
    const std::vector<ItemIndex> requested = requestedOf(pairing, options);
    return static_cast<Index>(requested.size()) - std::ranges::count(requested, noItem);
}

Queries allQueries(const Matrix &source, const Matrix &target, const Correspondence &pairing,
                   const RetrievalOptions &options, const RunContext &context)
{
    return {source, target, allItems(source.rows()), requestedOf(pairing, options), options, context};
}

/// Jaccard index |A ∩ B| / |A ∪ B| of two lists of K items of the target. `a` can contain noItem, `b` must not.
float overlap(std::vector<ItemIndex> a, std::span<const Neighbour> b)
{
    std::sort(a.begin(), a.end());
    const auto common = std::count_if(
        b.begin(), b.end(), [&](const Neighbour &n) { return std::binary_search(a.begin(), a.end(), n.item); });
    return static_cast<float>(common) / static_cast<float>(static_cast<Index>(a.size() + b.size()) - common);
}

/// Jaccard index of the paper RR, 4.1: partners of the K nearest source items, and K nearest target items.
float jaccard(std::span<const Neighbour> own, std::span<const Neighbour> cross, const Correspondence &pairing)
{
    std::vector<ItemIndex> partners(own.size());
    std::ranges::transform(own, partners.begin(), [&](const Neighbour &n) { return pairing.partnerOfX(n.item); });
    return overlap(std::move(partners), cross);
}

/// Jaccard index of the notebooks of the paper RR: K target items nearest to the partner, and to the query.
float jaccardInTarget(std::span<const Neighbour> ofPartner, std::span<const Neighbour> cross)
{
    std::vector<ItemIndex> items(ofPartner.size());
    std::ranges::transform(ofPartner, items.begin(), &Neighbour::item);
    return overlap(std::move(items), cross);
}

/// Most similar item of the target except the partner, and its similarity. `nearest`: items, the most similar first.
Neighbour bestOther(ItemIndex requested, std::span<const Neighbour> nearest)
{
    const auto other = std::ranges::find_if(nearest, [&](const Neighbour &each) { return each.item != requested; });
    return other == nearest.end() ? Neighbour{noItem, 0} : *other;
}

/// Computes the mean of each metric over the queries; a metric whose input was not measured stays 0.
void scoreMetrics(RetrievalScores &scores, const std::vector<QueryResult> &queries, const RetrievalOptions &options,
                  Index population)
{
    for (const Metric &metric : metrics()) {
        if ((metric.input != MetricInput::neighbours || options.neighbours) &&
            (metric.input != MetricInput::cslsRanks || scores.hubnessCorrected))
            scores.*metric.score = meanOf(metric, queries, options.k, population);
    }
}

/// Scores the queries. `ofPartner(q)`: items of the target nearest to the partner of query q.
template <class OfPartner>
RetrievalScores score(const Queries &queries, const OfPartner &ofPartner, const std::vector<float> *rankedByCsls,
                      const Correspondence &pairing, const RetrievalOptions &options)
{
    RetrievalScores scores;
    std::vector<QueryResult> results;
    for (std::size_t i = 0; i < queries.requested.size(); ++i) {
        const auto q = static_cast<Index>(i);
        if (queries.requested[i] == noItem)
            continue;
        QueryResult result{queries.similarity[i], queries.rank.rank(q), rankedByCsls ? (*rankedByCsls)[i] : 0};
        if (options.neighbours) {
            const auto nearest = queries.cross.of(q);
            const auto nearestK = nearest.first(static_cast<std::size_t>(options.k));
            result.jaccard = jaccard(queries.own.of(q), nearestK, pairing);
            result.jaccardInTarget = jaccardInTarget(ofPartner(q), nearestK);
            scores.itemJaccard.push_back(result.jaccard);
            const Neighbour other = bestOther(queries.requested[i], nearest);
            scores.itemMargin.push_back(result.cosine - other.similarity);
            scores.itemOther.push_back(other.item);
        }
        scores.queryItems.push_back(queries.items[i]);
        scores.itemRank.push_back(result.rank);
        scores.itemCosine.push_back(result.cosine);
        results.push_back(result);
    }
    const Index population = queriesOf(pairing, options);
    scores.excluded = pairing.pairs() - population;
    scores.queries = static_cast<Index>(scores.queryItems.size());
    scores.targets = pairing.itemsOfY();
    scores.exact = scores.queries == population;
    scores.hubnessCorrected = rankedByCsls != nullptr;
    scoreMetrics(scores, results, options, population);
    if (!options.perItem) {
        for (std::vector<float> *values :
             {&scores.itemJaccard, &scores.itemRank, &scores.itemCosine, &scores.itemMargin})
            *values = {};
        scores.queryItems = {};
        scores.itemOther = {};
    }
    return scores;
}

bool nearestWithinSpace(const Matrix &rows, Queries &queries, const RunContext &context)
{
    if (context.communicator) // each MPI rank computes its own rows, so each cosine is computed twice
        return collectAll(rows, rows, {&queries.own, nullptr}, {}, context);
    return forSymmetricTiles(
        rows, [&](const Tile &tile) { queries.own.addRows(tile); },
        [&](const Tile &tile) { queries.own.addColumns(tile); }, context);
}

using CslsRanks = std::pair<std::vector<float>, std::vector<float>>;

std::optional<CslsRanks> cslsRanksOf(const Matrix &x, const Matrix &y, const Queries &ofX, const Queries &ofY,
                                     const RetrievalOptions &options, bool both, const RunContext &context)
{
    const CslsQueries askedX{x, y, ofX.similarity, ofX.requested, ofX.cross, ofY.cross};
    const CslsQueries askedY{y, x, ofY.similarity, ofY.requested, ofY.cross, ofX.cross};
    if (both)
        return cslsRanksBothWays(askedX, askedY, options.cslsNeighbours, context);
    auto ranks = cslsRanks(askedX, options.cslsNeighbours, context);
    return ranks ? std::optional(CslsRanks(std::move(*ranks), std::vector<float>())) : std::nullopt;
}

/// Scores all paired items as queries, X → Y and, if `both`, also Y → X. Computes these matrix products: one within
/// each space, which is symmetric and takes half of the usual time; one of X and Y for the lists and ranks of both
/// directions; a second one of X and Y for the CSLS ranks that the lists do not determine.
Result<RetrievalRow> measureAll(const Matrix &x, const Matrix &y, const Correspondence &pairing,
                                RetrievalOptions options, bool both, const RunContext &context)
{
    options.neighbours = true; // CSLS needs the lists of neighbours, even if the caller does not request them
    const Correspondence swapped = pairing.swapped();
    const RetrievalOptions back = options.swapped(pairing);
    Queries ofX = allQueries(x, y, pairing, options, context), ofY = allQueries(y, x, swapped, back, context);
    const double crossEnd = options.hubnessCorrected ? 0.67 : 1;
    const bool done = nearestWithinSpace(x, ofX, context.part(0, 0.17)) &&
                      nearestWithinSpace(y, ofY, context.part(0.17, 0.33)) &&
                      collectAll(x, y, {&ofX.cross, &ofX.rank}, {&ofY.cross, both ? &ofY.rank : nullptr},
                                 context.part(0.33, crossEnd));
    if (!done)
        return cancelledError();
    for (Queries *queries : {&ofX, &ofY}) {
        queries->own.finish();
        queries->cross.finish();
    }
    std::optional<CslsRanks> ranks;
    if (options.hubnessCorrected) {
        ranks = cslsRanksOf(x, y, ofX, ofY, options, both, context.part(crossEnd, 1));
        if (!ranks)
            return cancelledError();
    }
    RetrievalRow row;
    const auto ofPartner = [](const Queries &from, const Queries &to) {
        return [&](Index q) { return to.own.of(from.requested[static_cast<std::size_t>(q)]); };
    };
    row.xToY = score(ofX, ofPartner(ofX, ofY), ranks ? &ranks->first : nullptr, pairing, options);
    if (both)
        row.yToX = score(ofY, ofPartner(ofY, ofX), ranks ? &ranks->second : nullptr, swapped, back);
    return row;
}

/// Scores a random sample of queries, without CSLS: its mean similarities need all items as queries.
Result<RetrievalScores> measureSample(const Matrix &source, const Matrix &target, const Correspondence &pairing,
                                      RetrievalOptions options, const RunContext &context)
{
    options.hubnessCorrected = false;
    Random random(options.seed);
    const std::vector<ItemIndex> possible = requestedOf(pairing, options);
    std::vector<ItemIndex> items;
    for (std::size_t i = 0; i < possible.size(); ++i) {
        if (possible[i] != noItem)
            items.push_back(static_cast<ItemIndex>(i));
    }
    const auto asked = std::min(options.sampledQueries, static_cast<Index>(items.size()));
    items = random.sample(std::move(items), asked);
    std::sort(items.begin(), items.end());
    std::vector<ItemIndex> requested(items.size());
    std::transform(items.begin(), items.end(), requested.begin(),
                   [&](ItemIndex item) { return pairing.partnerOfX(item); });
    const Matrix rows = rowsOf(source, items), partners = rowsOf(target, requested);
    NearestLists ofPartners(partners.rows(), options.k, TieOrder{options.seed, 0});
    Queries queries(rows, target, std::move(items), std::move(requested), options, context);
    bool done = true;
    if (options.neighbours)
        done = collectAll(rows, source, {&queries.own, nullptr}, {}, context.part(0, 0.33)) &&
               collectAll(partners, target, {&ofPartners, nullptr}, {}, context.part(0.33, 0.67));
    done = done && collectAll(rows, target, {options.neighbours ? &queries.cross : nullptr, &queries.rank}, {},
                              context.part(options.neighbours ? 0.67 : 0, 1));
    if (!done)
        return cancelledError();
    for (NearestLists *lists : {&queries.own, &queries.cross, &ofPartners})
        lists->finish();
    return score(
        queries, [&](Index q) { return ofPartners.of(q); }, nullptr, pairing, options);
}

Status checkInput(const Matrix &x, const Matrix &y, const Correspondence &pairing, const RetrievalOptions &options)
{
    assert(x.cols() == y.cols() && pairing.itemsOfX() == x.rows() && pairing.itemsOfY() == y.rows());
    if (const Status valid = options.validate(std::min(x.rows(), y.rows())); !valid)
        return valid.error();
    if (pairing.empty())
        return Error(ErrorCode::noPairs,
                     "Retrieval is scored on items whose partner is known, and no item of these spaces has one. Pair "
                     "them by id, by row or with a pairing file.");
    if (queriesOf(pairing, options) == 0)
        return Error(ErrorCode::noPairs, "Retrieval is scored on the paired items that are not anchors, and all of "
                                         "them are anchors. Choose fewer anchors, or include anchors in the scores.");
    return Done{};
}

} // namespace

RetrievalOptions RetrievalOptions::leavingOut(std::vector<ItemIndex> items) const
{
    RetrievalOptions options = *this;
    if (!scoreAnchors)
        options.excluded = std::move(items);
    return options;
}

RetrievalOptions RetrievalOptions::swapped(const Correspondence &pairing) const
{
    RetrievalOptions options = *this;
    options.excluded.clear();
    for (const ItemIndex item : excluded) {
        if (pairing.partnerOfX(item) != noItem)
            options.excluded.push_back(pairing.partnerOfX(item));
    }
    return options;
}

template <> std::span<const Field<RetrievalOptions>> fields()
{
    using O = RetrievalOptions;
    static const Field<O> rows[] = {
        {"k", "K", "Neighbours in Jaccard and cut-off of MRR@K", "K", &O::k, 1, anyCount, "retrieval.k"},
        {"", "Neighbours of CSLS", "", "", &O::cslsNeighbours, 1, anyCount},
        {"", "Sampled queries", "", "", &O::sampledQueries, 1, anyCount},
        {"score-anchors", "Score anchors",
         "Also use the anchors as queries, as the papers do; otherwise they are only candidates", "", &O::scoreAnchors,
         0, 1, "retrieval.score_anchors"},
    };
    return rows;
}

Status RetrievalOptions::validate(Index items) const
{
    if (const Status valid = checkFields(*this); !valid)
        return valid;
    if (k >= items)
        return Error(ErrorCode::kTooLarge, "Expected K below the number of items, found K = " + std::to_string(k) +
                                               " with " + std::to_string(items) +
                                               " items in the smaller space. Choose a smaller K.");
    return Done{};
}

Result<RetrievalRow> retrieveBothWays(const std::string &method, Matrix x, Matrix y, const Correspondence &pairing,
                                      const RetrievalOptions &options, const RunContext &context)
{
    if (const Status valid = checkInput(x, y, pairing, options); !valid)
        return valid.error();
    const Stopwatch clock;
    normalizeRows(x, context);
    normalizeRows(y, context);
    if (context.cancelled())
        return cancelledError();
    RetrievalRow row;
    if (std::max(x.rows(), y.rows()) <= options.exactUpTo) {
        auto measured = measureAll(x, y, pairing, options, true, context);
        if (!measured)
            return measured.error();
        row = std::move(*measured);
    } else {
        auto xToY = measureSample(x, y, pairing, options, context.part(0, 0.5));
        if (!xToY)
            return xToY.error();
        auto yToX = measureSample(y, x, pairing.swapped(), options.swapped(pairing), context.part(0.5, 1));
        if (!yToX)
            return yToX.error();
        row.xToY = std::move(*xToY);
        row.yToX = std::move(*yToX);
    }
    row.method = method;
    for (RetrievalScores *scores : {&row.xToY, &row.yToX}) {
        scores->degenerate = options.relative && x.cols() < 3;
        scores->seconds = clock.seconds() / 2;
    }
    return row;
}

Result<RetrievalScores> retrieve(Matrix source, Matrix target, const Correspondence &pairing,
                                 const RetrievalOptions &options, const RunContext &context)
{
    if (const Status valid = checkInput(source, target, pairing, options); !valid)
        return valid.error();
    const Stopwatch clock;
    normalizeRows(source, context);
    normalizeRows(target, context);
    if (context.cancelled())
        return cancelledError();
    const auto measure = [&]() -> Result<RetrievalScores> {
        if (std::max(source.rows(), target.rows()) > options.exactUpTo)
            return measureSample(source, target, pairing, options, context);
        auto row = measureAll(source, target, pairing, options, false, context);
        if (!row)
            return row.error();
        return std::move(row->xToY);
    };
    auto scores = measure();
    if (scores) {
        scores->degenerate = options.relative && source.cols() < 3;
        scores->seconds = clock.seconds();
    }
    return scores;
}

} // namespace anchorscope
