// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/correspondence.h"
#include "core/data/embeddingset.h"
#include "core/repeat.h"
#include "core/translate/adapter.h"
#include "core/translate/inverseprojection.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace anchorscope {

/// Function that fits a map to pairs of prepared rows, k × dx and k × dy.
using FitMap = std::function<Result<LinearMap>(const Matrix &from, const Matrix &to, const RunContext &context)>;

/// Kind of map that an adapter can contain.
struct MapKind
{
    const char *id;    ///< id of the kind on the command line
    const char *label; ///< label of the kind on screen; for a map of anchorMaps() its id
};
/// All kinds of maps: irp, then those of anchorMaps().
std::span<const MapKind> mapKinds();
/// Function that fits a kind of map (core/definitions.md, 8); `irp` with these options.
FitMap fitOfMap(std::string_view id, const InverseProjectionOptions &irp);

/// Pairs of a run's correspondence that are best for the item of X: no other item of Y matched to it has a higher
/// score. Returns rows of X and of Y.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> foundPairs(const std::vector<ItemIndex> &xOfY,
                                                                     const std::vector<float> &scores, Index itemsOfX);

/// Maximum number of pairs to fit a map to. More hardly improve it and take memory: of two spaces of 384 dimensions,
/// recall@10 rose by 0.004 from 10,000 to 30,000 pairs.
inline constexpr Index maxPairsOfMap = 50000;
/// Draws at most maxPairsOfMap of the pairs at random and keeps their order.
void drawPairsOfMap(std::vector<ItemIndex> &from, std::vector<ItemIndex> &to);

/// Data that an adapter is fitted to and evaluated with.
struct AdapterInput
{
    const EmbeddingSet &from, &to;
    const PreparedSpace &preparedFrom, &preparedTo;
    std::vector<ItemIndex> pairsFrom, pairsTo; ///< pairs to fit: item i of one list belongs to item i of the other
    Correspondence truth;                      ///< true pairs, from → to, that are used as queries and index; may be
                                               ///< empty
    FitMap fit;
    std::uint64_t seed = 0;                               ///< random seed for the queries and the order of the pairs
    IndexSimilarity similarity = IndexSimilarity::cosine; ///< similarity by which the index is searched
};

/// Fits an adapter to all pairs. Errors: those of fit, "cancelled".
Result<Adapter> fitAdapter(const AdapterInput &input, const RunContext &context = {});

/// Mean results of both uses of an adapter.
struct RetainedRecall
{
    RetainedResults translatedIndex, translatedQueries;
};
/// Results of an adapter fitted to this number of pairs: one value for each draw.
struct AdapterPoint
{
    Index pairs = 0;
    RepeatedValue index, queries; ///< recall@10 of the translated index and of translated queries
};
struct RecallOfClass
{
    std::string label; ///< class: label of the item in the source
    Index queries = 0;
    RetainedRecall retained;
};
struct AdapterReport
{
    Index queries = 0; ///< number of held-out items that were queries
    Index pairs = 0;   ///< number of pairs that the evaluated map was fitted to, none of them a query
    Index inIndex = 0; ///< number of items in the index
    RetainedRecall retained;
    std::vector<RecallOfClass> classes; ///< recall by class; empty without labels
    std::vector<AdapterPoint> learning; ///< learning curve by rising number of pairs, the last point with all
    IndexSimilarity similarity = IndexSimilarity::cosine;
    bool unitLength = false; ///< true if the target's vectors have unit length, so that all similarities rank alike
};

/// Recall that a search with the adapter retains, measured with items whose partner is known and that were not used in
/// the fit: items without a pair, or, if these are fewer than a fifth of all, a random fifth of all, and the map that
/// is measured is fitted without them. At most 5,000 queries. None if fewer than 20 queries are possible. Errors: those
/// of fit, "cancelled".
Result<std::optional<AdapterReport>> reportOfAdapter(const AdapterInput &input, const RunContext &context = {});

} // namespace anchorscope
