// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/side.h"
#include "core/field.h"
#include "core/neighbours/neighbours.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <string>
#include <vector>

namespace anchorscope {

/// Options of the retrieval metrics (core/definitions.md, 6; RR 4.1, AO A.2).
struct RetrievalOptions
{
    Index k = 10;                 ///< neighbours in Jaccard@K and cut-off of MRR@K; 1 ≤ K < number of items
    bool hubnessCorrected = true; ///< true: also ranks with CSLS (csls* fields), unless queries are sampled
    Index cslsNeighbours = 10;
    std::uint64_t seed = 0;  ///< random seed for the order among ties at place K
    Index exactUpTo = 50000; ///< maximum number of items for exact scores; with more in a space, random queries are
                             ///< compared with all targets
    Index sampledQueries = 10000;
    bool perItem = true;       ///< true: keeps the values of single items
    bool scoreAnchors = false; ///< true: anchors are scored too, as in the papers, and leavingOut() excludes nothing
    /// Rows of the source (of X, for both directions) that are not queries, nor are their partners in the other
    /// direction: the anchors. They remain candidates and neighbours.
    std::vector<ItemIndex> excluded = {};
    /// If false, only ranks and cosines are computed, which is much faster, for live views: no Jaccard index, no
    /// margins. Only if queries are sampled.
    bool neighbours = true;
    /// Checks the options. Error "k-too-large" if K is not below the number of items, "wrong-usage" for other values
    /// out of range.
    Status validate(Index items) const;
    /// A copy of the options that excludes these items of the source from the queries, unless anchors are scored.
    RetrievalOptions leavingOut(std::vector<ItemIndex> items) const;
    /// A copy of the options for the other direction: excludes the partners.
    RetrievalOptions swapped(const Correspondence &pairing) const;
    bool operator==(const RetrievalOptions &) const = default;
};

template <> std::span<const Field<RetrievalOptions>> fields();

/// A mean over queries with the half-width of its 95 % interval (0 when every paired item was a query).
struct Score
{
    double mean = 0;
    double interval = 0;
};

/// Scores of one direction. metrics() names and explains each Score.
struct RetrievalScores
{
    Score jaccard, jaccardInTarget, mrr, mrrAtK, cosine, pAt1, pAt5, pAt10;
    Score cslsMrr, cslsPAt1; ///< scores after hubness correction; meaningful if hubnessCorrected
    bool hubnessCorrected = false;
    Index queries = 0;  ///< number of queries scored
    Index targets = 0;  ///< number of items that were ranked
    Index excluded = 0; ///< number of paired items that are not queries because they are anchors
    bool exact = true;
    bool degenerate = false; ///< true with fewer than 3 anchors: show “too few anchors”
    double seconds = 0;
    std::vector<ItemIndex> queryItems;                    ///< queries: source rows of the per-item values below
    std::vector<float> itemJaccard, itemRank, itemCosine; ///< Jaccard index, rank and cosine of each query
    /// Cosine of the partner − that of the best other target: negative if another target is nearer. One per query.
    std::vector<float> itemMargin;
    /// Nearest target of each query other than the partner, retrieved instead of it if the margin is negative; noItem
    /// without another target.
    std::vector<ItemIndex> itemOther;
};

/// Retrieval of each paired source item among all target items by cosine similarity of relative vectors. source: n × k,
/// target: m × k; pairing.partnerOfX(i) is the target row of source row i. Rank = 1 + number more similar + half the
/// number of other equals. Jaccard compares the K nearest source items with the K nearest target items, as paired
/// items; the one in the target the K target items nearest to the query with those nearest to its partner. Items
/// without a partner are ranked like all others but are not queries. Error "k-too-large" if K ≥ n or m, "no-pairs" if
/// nothing is paired or all pairs are left out, "wrong-usage", "cancelled".
Result<RetrievalScores> retrieve(const Matrix &source, const Matrix &target, const Correspondence &pairing,
                                 const RetrievalOptions &options, const RunContext &context = {});

/// One row of the result table: an anchor method and both directions.
struct RetrievalRow
{
    std::string method; ///< id of the anchor method: "GT", "Seed", "AO continuous", "AO discrete", "Absolute"
    RetrievalScores xToY, yToX;
};

/// Scores both directions together, sharing their matrix products: x n × k, y m × k, errors as above.
Result<RetrievalRow> retrieveBothWays(const std::string &method, const Matrix &x, const Matrix &y,
                                      const Correspondence &pairing, const RetrievalOptions &options,
                                      const RunContext &context = {});

} // namespace anchorscope
