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

struct MapKind
{
    const char *id;
    const char *label; ///< label on screen; equal to AnchorMap::id for methods of anchorMaps()
};
/// Methods to fit the map: "irp" (inverse relative projection), then those of anchorMaps().
std::span<const MapKind> mapKinds();
/// Function that fits maps by the method `id` (core/definitions.md, 8). `irp`: options of the method "irp".
FitMap fitOfMap(std::string_view id, const InverseProjectionOptions &irp);

/// Pairs of matched items of X and Y; of several items of Y with the same match, only the one with the highest score.
std::pair<std::vector<ItemIndex>, std::vector<ItemIndex>> foundPairs(const std::vector<ItemIndex> &xOfY,
                                                                     const std::vector<float> &scores, Index itemsOfX);

/// Maximum number of pairs to which a map is fitted. More pairs take memory and hardly improve the map: between two
/// spaces of 384 dimensions, recall@10 rose by only 0.004 from 10,000 to 30,000 pairs.
inline constexpr Index maxPairsOfMap = 50000;
/// Draws at most maxPairsOfMap of the pairs at random and keeps their order.
void drawPairsOfMap(std::vector<ItemIndex> &from, std::vector<ItemIndex> &to);

struct AdapterInput
{
    const EmbeddingSet &from, &to;
    const PreparedSpace &preparedFrom, &preparedTo;
    std::vector<ItemIndex> pairsFrom, pairsTo; ///< pairs for fitting: item pairsFrom[i] belongs to item pairsTo[i]
    Correspondence truth; ///< known true pairs, from which queries and index are taken; may be empty
    FitMap fit;
    std::uint64_t seed = 0; ///< random seed for the queries and the order of the pairs

    IndexSimilarity similarity = IndexSimilarity::cosine;
};

/// Fits an adapter to all pairs in the input. Errors: those of input.fit, "cancelled".
Result<Adapter> fitAdapter(const AdapterInput &input, const RunContext &context = {});

/// Mean shares of retained results in the two ways to use an adapter: translating the index, or the queries.
struct RetainedRecall
{
    RetainedResults translatedIndex, translatedQueries;
};
/// Point of a learning curve: recall of adapters fitted to `pairs` pairs, with one value for each random draw.
struct AdapterPoint
{
    Index pairs = 0;
    RepeatedValue index, queries;
};
struct RecallOfClass
{
    std::string label;
    Index queries = 0;
    RetainedRecall retained;
};
struct AdapterReport
{
    Index queries = 0; ///< number of held-out items that were queries
    Index pairs = 0;   ///< number of pairs that the evaluated map was fitted to, none of them a query
    Index inIndex = 0;
    RetainedRecall retained;
    std::vector<RecallOfClass> classes; ///< recall by class; empty without labels
    std::vector<AdapterPoint> learning; ///< learning curve by rising number of pairs; the last point has all pairs
    IndexSimilarity similarity = IndexSimilarity::cosine;
    TargetForm form = {};
};

/// Measures how much recall a search with the adapter retains. The queries, at most 5,000, are items with a known
/// partner that are not in a pair for fitting. If fewer than a fifth of the items with a known partner are left, a
/// random fifth of them is used, and the map is fitted without these. Returns nullopt with fewer than 20 queries.
/// Errors: those of input.fit, "cancelled".
Result<std::optional<AdapterReport>> reportOfAdapter(const AdapterInput &input, const RunContext &context = {});

} // namespace anchorscope
