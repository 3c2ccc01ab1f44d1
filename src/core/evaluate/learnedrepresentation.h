// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/learnedanchors.h"
#include "core/evaluate/representation.h"

namespace anchorscope {

/// Encodes both spaces relative to learned anchors A = P X_sub by whitened similarity (paper PARAM, 2;
/// core/definitions.md, 9). X_sub are the true anchors, so that the encoding uses the same pairs as “GT”; with
/// LearningChoice::subset it contains that number of pairs. P is learned from all spaces except the tested one: for
/// queries from X (xInY and y of the result) without X, for queries from Y without Y. If only one space is left to
/// learn from, two views of it replace it (viewsOfBank). Returns nullopt if an anchor has no true partner, with fewer
/// than 2 anchors or dimensions, or if cancelled.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input, const RunContext &context);
/// Callback for the steps of learning anchors for the tested space; X and Y are learned in parallel, in two threads.
using LearningObserver = std::function<void(Side tested, const LearnedAnchorsStep &)>;
/// Like the overload without `options`, but with any number of anchors and other options for learning.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input,
                                                        const LearnedAnchorsOptions &options, const RunContext &context,
                                                        const LearningObserver &onStep = {});

/// Learns the k × k_sub matrix P of the anchors from banks of raw rows; `subset`: for each bank its rows of the k_sub
/// parallel items. A single bank is replaced by two views of it. Empty if cancelled.
Matrix learnMixture(const std::vector<Matrix> &banks, const std::vector<std::vector<ItemIndex>> &subset,
                    const LearnedAnchorsOptions &options, const RunContext &context = {},
                    const std::function<void(const LearnedAnchorsStep &)> &onStep = {});

/// Whitened similarities (n × k) of the items of a space to the learned anchors A = P X_sub. Empty if cancelled.
Matrix relativeToMixture(const PreparedSpace &space, const std::vector<ItemIndex> &subset, const Matrix &mixture,
                         const SimilarityOptions &options, const RunContext &context = {});

/// Extends a list of items by random items of `others` to the requested number, or shortens it.
std::vector<ItemIndex> withFurther(std::vector<ItemIndex> items, const std::vector<ItemIndex> &others, Index requested,
                                   std::uint64_t seed);

/// Items of X that learned anchors are mixtures of: the anchors, then random items of LearningChoice::pool.
std::vector<ItemIndex> mixedItems(const std::vector<ItemIndex> &anchors, const Correspondence &pairing,
                                  const LearningChoice &learning);

/// Memory and time of learnedRepresentation(): mainly matrices of q × q entries, q = min(items, dimensions).
MethodCost costOfLearning(const MethodShape &shape);

/// Two views of a space, each with half of the dimensions after a random rotation. Without the rotation, the views
/// would depend on how the dimensions are ordered. The views are our own addition: the paper PARAM learns from several
/// spaces. `rows`: n × d, d ≥ 2; with n < d the rotation is within the span of the rows. Empty if cancelled.
std::vector<Matrix> viewsOfBank(const Matrix &rows, std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
