// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/learnedanchors.h"
#include "core/evaluate/representation.h"

namespace anchorscope {

/// Encodes both spaces relative to learned anchors A = P X_sub by whitened similarity (paper PARAM, 2;
/// core/definitions.md, 9). The items X_sub of which the anchors are mixtures are the true anchors, so that this
/// encoding uses the same pairs as the encoding “GT” (true anchors), or as many pairs as LearningChoice::subset. For
/// each of X and Y, P is learned from all spaces except the one that is tested: xInY and y use the P learned without X,
/// yInX and x the one learned without Y. If only one space is left to learn from, two views of this space are used
/// instead of two spaces (viewsOfBank). Returns nullopt without true partners of all anchors, with fewer than 2 anchors
/// or dimensions, or if cancelled.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input, const RunContext &context);
/// Callback that receives the steps of learning anchors for the tested space. Anchors for X and for Y are learned at
/// the same time, on different threads.
using LearningObserver = std::function<void(Side tested, const LearnedAnchorsStep &)>;
/// Like learnedRepresentation() with `input` alone, but the number of anchors may differ from the number of items in
/// X_sub, and other options for learning may be given.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input,
                                                        const LearnedAnchorsOptions &options, const RunContext &context,
                                                        const LearningObserver &onStep = {});

/// Learns the matrix P (k × k_sub) of `anchors` anchors from spaces (banks of raw rows) that contain the same k_sub
/// parallel items. A single space is replaced by two views of it. Empty if cancelled.
Matrix learnMixture(const std::vector<Matrix> &banks, const std::vector<std::vector<ItemIndex>> &subset,
                    const LearnedAnchorsOptions &options, const RunContext &context = {},
                    const std::function<void(const LearnedAnchorsStep &)> &onStep = {});

/// Whitened similarities (n × k) of the items of a space to the learned anchors A = P X_sub. Empty if cancelled.
Matrix relativeToMixture(const PreparedSpace &space, const std::vector<ItemIndex> &subset, const Matrix &mixture,
                         const SimilarityOptions &options, const RunContext &context = {});

/// Predicts memory and time of learnedRepresentation(). Both depend mainly on matrices of q × q entries, q = min(items,
/// dimensions).
MethodCost costOfLearning(const MethodShape &shape);

/// Returns two views of a space, each with half of the dimensions after a random rotation, so that their agreement does
/// not depend on individual coordinates (ours; the paper PARAM has several spaces to learn from). `rows`: n × d, d ≥ 2;
/// with n < d the rotation is one within the span of the rows. Empty if cancelled.
std::vector<Matrix> viewsOfBank(const Matrix &rows, std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
