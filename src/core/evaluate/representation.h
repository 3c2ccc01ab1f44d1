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

/// Both spaces in one representation, in which items can be compared: n × k and m × k. Some representations refer to
/// the spaces that they were computed from, so these spaces must outlive the object.
struct RepresentationPair
{
    /// Id of the representation in representations().
    std::string method;
    /// Encoded items of X and of Y; empty if the vectors in spaceX and spaceY are used unchanged.
    Matrix ownX = {}, ownY = {};
    /// Items translated into the other space: X in the dimensions of Y (n × dy), Y in those of X (m × dx). Empty if the
    /// representation does not translate: x() and y() are compared in both directions.
    Matrix xInY = {}, yInX = {};
    /// Spaces whose vectors are used if ownX and ownY are empty.
    const Matrix *spaceX = nullptr, *spaceY = nullptr;
    /// Orthonormal bases (r × dy, r × dx) of the coordinates xInY and yInX; empty if these are full vectors.
    Matrix basisOfY = {}, basisOfX = {};
    /// Items with zero vectors, ascending. They are neither queries nor candidates nor neighbours.
    std::vector<ItemIndex> emptyX = {}, emptyY = {};
    bool relative = true; ///< true if the columns are similarities to anchors, false if they are coordinates

    const Matrix &x() const { return spaceX ? *spaceX : ownX; }
    const Matrix &y() const { return spaceY ? *spaceY : ownY; }
    bool isTranslation() const { return xInY.size() > 0; }
    Matrix xAmongY() const;
    Matrix yAmongX() const;
    void swapSpaces();
    /// Moves the encoded items of X and of Y out of the pair, or copies those of spaces that are used unchanged.
    Matrix takeX();
    Matrix takeY();
    /// Copy of the pair of spaces that contains only the given rows of both. Precondition: none of these rows is zero.
    RepresentationPair of(const std::vector<ItemIndex> &itemsOfX, const std::vector<ItemIndex> &itemsOfY) const;
};

struct LearningChoice
{
    /// Options of learning anchors; their number of anchors, random seed and similarity are ignored.
    LearnedAnchorsOptions options;
    /// Number of parallel items that learned anchors are mixtures of; nullopt: the anchors of X only.
    std::optional<Index> subset;
    /// Items of X from which the parallel items other than the anchors are drawn; empty: all paired items.
    std::vector<ItemIndex> pool = {};
};

struct RepresentationInput
{
    const PreparedSpace &x;
    const PreparedSpace &y;
    const AnchorSet &anchors;
    const Correspondence &pairing; ///< true pairing of X and Y; for true anchors it must contain all anchors
    const Similarity &similarity;
    SimilarityOptions similarityOptions = {};
    /// Further spaces to learn anchors from; row i is the same item in all spaces.
    std::vector<const PreparedSpace *> additionalBanks = {};
    LearningChoice learning = {}; ///< settings of the representation "PARAM", which learns anchors
};

/// Partners of all anchors; empty if one of them is not known.
std::vector<ItemIndex> truePartners(const RepresentationInput &input);

/// Properties of the input that determine whether a representation is possible, and what it costs.
struct MethodShape
{
    Index itemsX = 0, itemsY = 0, dimensionX = 0, dimensionY = 0, anchors = 0;
    bool metric = true; ///< true if the anchors come from a run that learned canonical maps
};
/// Predicted memory of a representation in bytes, in addition to the spaces, and predicted seconds on this machine.
struct MethodCost
{
    double bytes = 0, seconds = 0;
};

/// Representation: a way to encode both spaces. Tables, experiments and the options of stitching use the list of these.
struct Representation
{
    const char *id;    ///< id of the representation in JSON: "GT", "Seed", …
    const char *label; ///< label of the representation on screen: "True anchors", "Seeds only", …
    const char *about;
    /// Encodes the rows of X and Y; returns nullopt if not possible: no ground truth, no run, or unequal dimensions.
    std::optional<RepresentationPair> (*encode)(const RepresentationInput &, const RunContext &);
    /// Whether the representation takes many seconds, so that it is measured only on request.
    bool slow = false;
    /// Predicts memory and time; null for representations without d × d matrices.
    MethodCost (*cost)(const MethodShape &shape) = nullptr;
    bool needsMetric = false; ///< whether the representation needs the maps of a run of the canonical path
    bool needsAnchors = true; ///< false if the representation needs neither anchors nor a run
};
std::span<const Representation> representations();

/// Encodes both spaces in a representation. Items without a direction become zero and are listed in the result.
std::optional<RepresentationPair> encodeSpaces(const Representation &representation, const RepresentationInput &input,
                                               const RunContext &context = {});

/// Displayed name of a table row: label of the representation (“True anchors” for "GT") and addition of an experiment
/// (“True anchors, whitened” for "GT whitened"). An unknown id is returned unchanged.
std::string rowLabel(const std::string &id);

/// Scores retrieval in both directions among items whose vector is not zero. Translated queries are compared with the
/// original items of the other space. Errors of retrieve().
Result<RetrievalRow> retrieveBothWays(RepresentationPair pair, const Correspondence &pairing, RetrievalOptions options,
                                      const RunContext &context = {});
/// Like retrieveBothWays(), from X to Y only.
Result<RetrievalScores> retrieve(RepresentationPair pair, const Correspondence &pairing, RetrievalOptions options,
                                 const RunContext &context = {});

} // namespace anchorscope
