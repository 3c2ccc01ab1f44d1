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

/// Options of the retrieval metrics (core/definitions.md, 6; papers RR, 4.1, and AO, A.2).
struct RetrievalOptions
{
    /// K: number of neighbours in Jaccard@K and cut-off of MRR@K; 1 ≤ K < number of items.
    Index k = 10;
    /// Whether items of the target are also ranked by CSLS (csls* members); not if queries are sampled.
    bool hubnessCorrected = true;
    Index cslsNeighbours = 10;
    /// Random seed for the order of equally similar items at rank K.
    std::uint64_t seed = 0;
    /// Maximum number of items for exact scores. In larger spaces only a random sample of the items are queries.
    Index exactUpTo = 50000;
    Index sampledQueries = 10000;
    /// Whether the result contains the values of each query.
    bool perItem = true;
    /// Whether anchors are queries too, as in the papers; leavingOut() then excludes nothing.
    bool scoreAnchors = false;
    /// Anchors, as rows of the source. They are not queries, but remain neighbours, and their partners remain targets.
    /// If both directions are scored, these are rows of X, and from Y to X their partners are not queries.
    std::vector<ItemIndex> excluded = {};
    /// Whether neighbours are determined. If false, there are only ranks and cosines, without Jaccard index and
    /// margins, which is much faster and serves live views; allowed only if queries are sampled.
    bool neighbours = true;
    bool relative = true; ///< true if the columns are similarities to anchors, of which one or two are too few
    /// Checks the options for a number of items. Error "k-too-large" if K is not below this number, "wrong-usage" for
    /// other values out of range.
    Status validate(Index items) const;
    /// Copy of the options in which the given items of the source are not queries, unless anchors are scored.
    RetrievalOptions leavingOut(std::vector<ItemIndex> items) const;
    /// Copy of the options for the other direction of search, which excludes the partners of the excluded items.
    RetrievalOptions swapped(const Correspondence &pairing) const;
    bool operator==(const RetrievalOptions &) const = default;
};

template <> std::span<const Field<RetrievalOptions>> fields();

/// Mean over queries, and half the width of its 95 % interval (0 if every paired item was a query).
struct Score
{
    double mean = 0;
    double interval = 0;
};

/// Scores of retrieval in one direction. metrics() names and explains each Score.
struct RetrievalScores
{
    Score jaccard, jaccardInTarget, mrr, mrrAtK, cosine, pAt1, pAt5, pAt10;
    Score cslsMrr, cslsPAt1; ///< scores by CSLS instead of cosine; valid only if hubnessCorrected
    bool hubnessCorrected = false;
    Index queries = 0;
    Index targets = 0;  ///< number of items among which partners were ranked
    Index excluded = 0; ///< number of paired items that are not queries because they are anchors
    bool exact = true;
    bool degenerate = false; ///< true for relative vectors of fewer than 3 anchors; tables then show “too few anchors”
    double seconds = 0;
    /// Queries to which the values in itemRank and the other lists belong, as row numbers of the source.
    std::vector<ItemIndex> queryItems;
    std::vector<float> itemJaccard, itemRank, itemCosine;
    /// Margin of each query: cosine with the partner minus that with the best other target; may be negative.
    std::vector<float> itemMargin;
    /// Nearest target of each query other than the partner; noItem without other targets.
    std::vector<ItemIndex> itemOther;
};

/// Scores retrieval by cosine of relative vectors: each paired item of the source is a query, all items of the target
/// are ranked. `source`: n × k, `target`: m × k; pairing.partnerOfX(i): partner of source row i. Rank = 1 + number of
/// targets more similar than the partner + half the number of ties. `jaccard` compares the K nearest items of source
/// and target, related by the pairing; `jaccardInTarget` the K targets nearest to the query with those nearest to its
/// partner. Errors: "k-too-large" if K ≥ n or m, "no-pairs" if the pairing is empty or all pairs are excluded,
/// "wrong-usage", "cancelled".
Result<RetrievalScores> retrieve(Matrix source, Matrix target, const Correspondence &pairing,
                                 const RetrievalOptions &options, const RunContext &context = {});

struct RetrievalRow
{
    std::string method; ///< id of the representation: "GT", "Seed", "AO continuous", "AO discrete", "Absolute", …
    RetrievalScores xToY, yToX;
};

/// Like retrieve(), for both directions, which share matrix products. `x`: n × k, `y`: m × k. Errors of retrieve().
Result<RetrievalRow> retrieveBothWays(const std::string &method, Matrix x, Matrix y, const Correspondence &pairing,
                                      const RetrievalOptions &options, const RunContext &context = {});

} // namespace anchorscope
