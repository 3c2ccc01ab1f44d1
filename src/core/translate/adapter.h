// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"
#include "core/translate/linearmaps.h"

#include <optional>
#include <span>
#include <vector>

namespace anchorscope {

/// Exportable translation (core/definitions.md, 8): all data needed to translate new vectors of the source. t =
/// unit(unit((x − meanOfSource) / scaleOfSource) · matrix + offset), y = t · length · scaleOfTarget + meanOfTarget;
/// unit(y) if unitLength.
struct Adapter
{
    using Row = Eigen::RowVectorXd;
    Row meanOfSource, scaleOfSource; ///< mean and scale of the source, rows of dx numbers; the scale is 1 unless
                                     ///< standardized
    MatrixD matrix;                  ///< map from the source to the target, dx × dy
    Row offset;                      ///< offset of the map, a row of dy numbers
    Row meanOfTarget, scaleOfTarget; ///< mean and scale of the target, rows of dy numbers
    double length = 0;               ///< mean length of the target's prepared rows at the anchors
    bool unitLength = false;         ///< true if the target's vectors have unit length, which translated ones then get
};

/// Makes the adapter of a map between the prepared rows of two spaces. The given target items determine the length of
/// translated rows.
Adapter adapterOf(const PreparedSpace &source, const PreparedSpace &target, const LinearMap &map,
                  const std::vector<ItemIndex> &anchorsOfTarget, bool unitLength = false);

/// True if all rows that are not zero have unit length, up to the rounding of float16.
bool haveUnitLength(const Matrix &vectors);

/// Translates vectors of the source (n × dx, in their original units) to the target's units (n × dy), in float64
/// internally. A vector without a direction becomes the target's mean. Incomplete if cancelled.
Matrix adapted(const Matrix &vectors, const Adapter &adapter, const RunContext &context = {});

/// Results that a search with translated vectors retains, for one query item or as a mean over many.
struct RetainedResults
{
    double ownAt1 = 0, ownAt10 = 0; ///< share of queries for which their own item is found
    /// Share of the results of the target's own queries in its own index that are found too, except the item itself.
    double recallAt1 = 0, recallAt10 = 0;
};
/// Retained results of the two ways to use an adapter.
struct Retained
{
    std::vector<RetainedResults> translatedIndex; ///< for each query: the target's own queries in the translated index
    std::vector<RetainedResults> translatedQueries; ///< for each query: translated queries in the target's own index
};
RetainedResults meanOf(const std::vector<RetainedResults> &results);

/// Similarities by which an index can be searched.
enum class IndexSimilarity { cosine, inner, euclidean };
const char *indexSimilarityId(IndexSimilarity similarity); ///< id of a similarity on the command line: "cosine", …
/// Name of a similarity in a sentence: “inner product”, …
const char *indexSimilarityLabel(IndexSimilarity similarity);

/// Items to search, P > 10, in the space that they come from and in the space that they are translated into.
struct SearchedItems
{
    const Matrix &source, &target;                     ///< vectors in their original units
    const std::vector<ItemIndex> &ofSource, &ofTarget; ///< row of each of the P items in both spaces
    IndexSimilarity similarity = IndexSimilarity::cosine;
};

/// Native search of the target, the reference for searches with an adapter. Refers to the items. Only some
/// rows of an index are in memory; each rank searches its share of the items.
class NativeSearch
{
public:
    /// Searches the target for `queries`, given as positions among the items.
    NativeSearch(const SearchedItems &items, std::vector<ItemIndex> queries, const RunContext &context = {});

    Index queries() const { return static_cast<Index>(m_queries.size()); }
    /// Retained results of the first `count` queries. Empty if cancelled.
    Retained retainedBy(const Adapter &adapter, Index count, const RunContext &context = {}) const;

    /// First ten items of each query's result list, without the query's own item, and the position of that item (0 is
    /// the first).
    struct Found
    {
        std::vector<std::vector<ItemIndex>> others;
        std::vector<std::size_t> placeOfOwn;
    };

private:
    /// Vectors of the items at these positions. Incomplete if cancelled.
    Matrix ownRows(std::span<const ItemIndex> places, const RunContext &context) const;
    Matrix translatedRows(std::span<const ItemIndex> places, const Adapter &adapter, const RunContext &context) const;
    /// Converts rows so that their products are the similarities, or rank alike.
    Matrix asQueries(Matrix rows, const RunContext &context) const;
    Matrix asIndex(Matrix rows, const RunContext &context) const;

    SearchedItems m_items;
    std::vector<ItemIndex> m_queries;
    Matrix m_own;                     ///< rows of the queries, converted by asQueries()
    std::optional<Found> m_reference; ///< reference results; none if cancelled
};

} // namespace anchorscope
