// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/anchors/learnedanchors.h"
#include "core/evaluate/representation.h"

namespace anchorscope {

/// Both spaces relative to learned anchors A = P X_sub by whitened similarity (PARAM 2; core/definitions.md, 9). X_sub
/// are the true anchors, so that it uses the same pairs as “GT”, or as many pairs as LearningChoice::subset. For each
/// side that is tested, a mixture P is learned from all spaces except this one: xInY and y use the P of the spaces
/// without X, yInX and x the one without Y. If only one space is left to learn from, two views of it are used instead
/// of two spaces (viewsOfBank). None without true partners of all anchors, with fewer than 2 anchors or dimensions, or
/// if cancelled.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input, const RunContext &context);
/// Callback that gets the learning steps for the tested space. Both spaces are learned at the same time, on different
/// threads.
using LearningObserver = std::function<void(Side tested, const LearnedAnchorsStep &)>;
/// Learns the representation with a number of anchors that may differ from the items of X_sub, and with other options
/// for learning.
std::optional<RepresentationPair> learnedRepresentation(const RepresentationInput &input,
                                                        const LearnedAnchorsOptions &options, const RunContext &context,
                                                        const LearningObserver &onStep = {});

/// The mixture P of `anchors` anchors (k × k_sub) learned from banks of raw rows that have the same k_sub parallel
/// items; from two views of a single bank. Empty if cancelled.
Matrix learnMixture(const std::vector<Matrix> &banks, const std::vector<std::vector<ItemIndex>> &subset,
                    const LearnedAnchorsOptions &options, const RunContext &context = {},
                    const std::function<void(const LearnedAnchorsStep &)> &onStep = {});

/// n × k whitened similarities of a space's items to A = P X_sub. Empty if cancelled.
Matrix relativeToMixture(const PreparedSpace &space, const std::vector<ItemIndex> &subset, const Matrix &mixture,
                         const SimilarityOptions &options, const RunContext &context = {});

/// Memory and time to learn this representation, dominated by matrices of q × q, q = min(items, dimensions).
MethodCost costOfLearning(const MethodShape &shape);

/// Two views of a space, each of half of its dimensions after a random rotation, so that their agreement does not
/// depend on single coordinates (ours; PARAM has several spaces to learn from). rows: n × d, d ≥ 2; with n < d the
/// rotation is one of their span. Empty if cancelled.
std::vector<Matrix> viewsOfBank(const Matrix &rows, std::uint64_t seed, const RunContext &context = {});

} // namespace anchorscope
