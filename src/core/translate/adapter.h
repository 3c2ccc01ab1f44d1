// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/projection/preprocess.h"
#include "core/translate/linearmaps.h"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace anchorscope {

/// Form of the target's vectors, which translated vectors get too.
struct TargetForm
{
    /// true if all rows that are not zero have unit length, up to the rounding of float16
    bool unitLength = false;
    /// Least and greatest number of the target's type if all values are whole and some exceed 1: −128 and 127 (int8) or
    /// 0 and 255 (uint8); translated values are rounded to that range.
    std::optional<std::pair<float, float>> wholeNumbers;
};

TargetForm formOf(const Matrix &vectors);
/// Scales rows (n × d) to unit length, or rounds and clamps them, as the form requires; zero rows stay zero.
void applyForm(const TargetForm &form, Matrix &rows);

/// Map from the vectors of a source to those of a target, with all data needed to translate new vectors
/// (core/definitions.md, 8). A vector x is translated to y: t = unit(unit((x − meanOfSource) / scaleOfSource) · matrix
/// + offset), y = t · length · scaleOfTarget + meanOfTarget, in the target's form.
struct Adapter
{
    using Row = Eigen::RowVectorXd;
    /// mean and scale of the source, rows of dx numbers; the scale is 1 unless standardized
    Row meanOfSource, scaleOfSource;
    MatrixD matrix;                  ///< map from the source to the target, dx × dy
    Row offset;                      ///< offset of the map, a row of dy numbers
    Row meanOfTarget, scaleOfTarget; ///< mean and scale of the target, rows of dy numbers
    double length = 0; ///< mean length of the target's anchors after preparation, before they are scaled to unit length
    TargetForm form = {};
};

/// Creates an adapter from a map that was fitted to prepared rows of both spaces. Adapter::length, to which translated
/// rows are scaled, becomes the mean norm of `anchorsOfTarget`.
Adapter adapterOf(const PreparedSpace &source, const PreparedSpace &target, const LinearMap &map,
                  const std::vector<ItemIndex> &anchorsOfTarget, TargetForm form = {});

/// Translates vectors of the source (n × dx) to vectors of the target (n × dy), both in original units, in float64.
/// With an offset of 0, the source's mean is translated to the target's mean. Incomplete if cancelled.
Matrix adapted(const Matrix &vectors, const Adapter &adapter, const RunContext &context = {});

/// Share of the results of a native search (with the target's own vectors) that a search with translated vectors also
/// finds, for one query or as a mean over several.
struct RetainedResults
{
    double ownAt1 = 0, ownAt10 = 0; ///< share of queries whose own item is the first result, or one of the first ten

    /// Share of the native search's first result, or of its first ten, that is found; a query's own item is ignored.
    double recallAt1 = 0, recallAt10 = 0;
};
/// Shares of retained results for each query, in the two ways to use an adapter: translating the index, or the queries.
struct Retained
{
    std::vector<RetainedResults> translatedIndex;   ///< results of the target's own queries in the translated index
    std::vector<RetainedResults> translatedQueries; ///< results of translated queries in the target's own index
};
RetainedResults meanOf(const std::vector<RetainedResults> &results);

enum class IndexSimilarity { cosine, inner, euclidean };
const char *indexSimilarityId(IndexSimilarity similarity);
const char *indexSimilarityLabel(IndexSimilarity similarity);

/// Items of an index, more than 10, with their vectors in the source and in the target.
struct SearchedItems
{
    const Matrix &source, &target; ///< vectors of both spaces in original units

    /// row in the source, and row in the target, of each item of the index
    const std::vector<ItemIndex> &ofSource, &ofTarget;
    IndexSimilarity similarity = IndexSimilarity::cosine;
};

/// Search with the original vectors of the target; results of an adapter are compared with its results. Refers to the
/// items. Only some rows of an index are in memory together; each MPI rank searches a part of the items.
class NativeSearch
{
public:
    /// Searches the target for `queries`, which are positions in the index.
    NativeSearch(const SearchedItems &items, std::vector<ItemIndex> queries, const RunContext &context = {});

    Index queries() const { return static_cast<Index>(m_queries.size()); }
    /// Compares the adapter's results for the first `count` queries to the native results. Empty if cancelled.
    Retained retainedBy(const Adapter &adapter, Index count, const RunContext &context = {}) const;

    /// Results of each query: the first ten items except the query's own item, and the position of its own item from 0.
    struct Found
    {
        std::vector<std::vector<ItemIndex>> others;
        std::vector<std::size_t> placeOfOwn;
    };

private:
    Matrix ownRows(std::span<const ItemIndex> places, const RunContext &context) const;
    Matrix translatedRows(std::span<const ItemIndex> places, const Adapter &adapter, const RunContext &context) const;
    /// Converts rows so that products of queries and index are the similarities, or rank like them.
    Matrix asQueries(Matrix rows, const RunContext &context) const;
    Matrix asIndex(Matrix rows, const RunContext &context) const;

    SearchedItems m_items;
    std::vector<ItemIndex> m_queries;
    Matrix m_own;                     ///< target's vectors of the queries, converted by asQueries()
    std::optional<Found> m_reference; ///< results of the native search; nullopt if cancelled
};

} // namespace anchorscope
