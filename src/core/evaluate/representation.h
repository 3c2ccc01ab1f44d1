// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/learnedanchors.h"
#include "core/data/anchorset.h"
#include "core/evaluate/retrieval.h"
#include "core/projection/relative.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace anchorscope {

/// Both spaces encoded the same way, ready to be compared: n × k and m × k. It may refer to the spaces it was made
/// from.
struct RepresentationPair
{
    std::string method;          ///< id of the representation in representations()
    Matrix ownX = {}, ownY = {}; ///< empty if the rows of the space are used unchanged
    /// If the items of one space are translated into the other, their vectors there differ from x and y: items of X in
    /// Y's terms (n × dy) and of Y in X's (m × dx). Empty: x and y are used in both directions.
    Matrix xInY = {}, yInX = {};
    const Matrix *spaceX = nullptr, *spaceY = nullptr; ///< used instead of ownX and ownY if these are empty
    /// Orthonormal rows (r × dy, r × dx) in which xInY and yInX are given as coordinates (n × r, m × r); otherwise
    /// empty.
    Matrix basisOfY = {}, basisOfX = {};
    /// Items without a direction in their space, ascending: neither queries nor candidates nor neighbours.
    std::vector<ItemIndex> emptyX = {}, emptyY = {};

    const Matrix &x() const { return spaceX ? *spaceX : ownX; }
    const Matrix &y() const { return spaceY ? *spaceY : ownY; }
    bool isTranslation() const { return xInY.size() > 0; }
    Matrix xAmongY() const;
    Matrix yAmongX() const;
    /// Exchanges the spaces X and Y.
    void swapSpaces();
    /// A copy with the given rows only, which are all treated as having a direction.
    RepresentationPair of(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY) const;
};

/// Settings for learning anchors (PARAM).
struct LearningChoice
{
    LearnedAnchorsOptions options; ///< options of learning; number of anchors, seed and similarity are overwritten
    std::optional<Index> subset;   ///< number of parallel items that anchors are mixtures of; none: the anchors of X
                                   ///< alone
};

/// Input from which representations are computed.
struct RepresentationInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const AnchorSet &anchors;
    const Correspondence &pairing; ///< true partners of all anchors, for "GT"
    const Similarity &similarity;
    SimilarityOptions similarityOptions = {};
    /// Further spaces of the same items as X and Y (row i is row i of both), from which anchors are also learned.
    std::vector<const PreparedSpace *> additionalBanks = {};
    LearningChoice learning = {}; ///< settings of the representation "PARAM"
};

/// True partners of all anchors; empty if one of them is not known.
std::vector<ItemIndex> truePartners(const RepresentationInput &input);

/// Properties of the input that decide whether an encoding is possible and what it costs.
struct MethodShape
{
    Index itemsX = 0, itemsY = 0, dimensionX = 0, dimensionY = 0, anchors = 0;
    bool metric = true; ///< true if the anchors were found by a method that learns a metric
};
/// Approximate memory in addition to the spaces, and time on this machine.
struct MethodCost
{
    double bytes = 0, seconds = 0;
};

/// A way to encode both spaces. Tables, experiments and the stitching list read this registry.
struct Representation
{
    const char *id;    ///< id in JSON: "GT", "Seed", …
    const char *label; ///< label on screen: "True anchors", "Seeds only", …
    const char *about;
    /// Encodes both spaces. None if not possible: without ground truth, without a run, or with unequal dimensions.
    std::optional<RepresentationPair> (*encode)(const RepresentationInput &, const RunContext &);
    bool slow = false;                                      ///< takes many seconds, so it is measured only on request
    MethodCost (*cost)(const MethodShape &shape) = nullptr; ///< cost of methods that need d × d matrices
    bool needsMetric = false;                               ///< possible only after a canonical run
    bool needsAnchors = true; ///< false if it is possible without anchors and without a run
};
std::span<const Representation> representations();

/// Encodes both spaces by a representation; items without a direction are zero in it, and listed.
std::optional<RepresentationPair> encodeSpaces(const Representation &representation, const RepresentationInput &input,
                                               const RunContext &context = {});

/// Name of a row on screen and in tables for people, by its id: the label of the representation ("GT": "True anchors"),
/// with the addition of an experiment ("GT whitened": "True anchors, whitened"); otherwise the id.
std::string rowLabel(const std::string &id);

/// Scores retrieval in both directions, among the items that have a direction; a translated query is looked up among
/// the target's own items. Errors of retrieve().
Result<RetrievalRow> retrieveBothWays(const RepresentationPair &pair, const Correspondence &pairing,
                                      const RetrievalOptions &options, const RunContext &context = {});
/// Like retrieveBothWays(), from X to Y only.
Result<RetrievalScores> retrieve(const RepresentationPair &pair, const Correspondence &pairing,
                                 const RetrievalOptions &options, const RunContext &context = {});

} // namespace anchorscope
