// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/classification.h"
#include "core/evaluate/representation.h"
#include "core/heads/head.h"

#include <array>

namespace anchorscope {

/// Scaling of relative vectors before they enter a head.
enum class HeadInput { asIs, l2, standardized };
const char *headInputId(HeadInput input);    ///< id of the scaling: "none", "l2", "standardize"
const char *headInputLabel(HeadInput input); ///< label of the scaling on screen

/// Scales rows for a head.
Matrix headInput(Matrix rows, HeadInput input);

/// Options of zero-shot stitching (core/definitions.md, 7; RR 5, AO Table 2).
struct StitchOptions
{
    std::string head = "softmax";
    HeadOptions headOptions;
    HeadInput input = HeadInput::l2;
    double trainShare = 0.7;
    std::uint64_t seed = 0; ///< random seed of the stratified split, the same in both spaces
    Status validate() const;
    bool operator==(const StitchOptions &) const = default;
};

template <> std::span<const Field<StitchOptions>> fields();

/// Stratified split of the labelled, paired items: rows of X; Y's rows are their partners.
struct StitchSplit
{
    std::vector<ItemIndex> trainX, testX;
    std::vector<std::int32_t> trainLabels, testLabels; ///< class of each item, as compact indices
    std::vector<std::string> classes;                  ///< names of the classes, in order of class index
    std::vector<double> values = {};                   ///< classes as numbers; empty if they are not numbers
};
/// Splits the items. Anchors, items of X, are used for training and never for testing (RR 3: A ⊂ the training set),
/// even if a class then has more than its share of training items. A split given with the items (ItemTable::parts) is
/// used unchanged. Errors: "no-labels", "one-class", "too-few-pairs".
Result<StitchSplit> splitForStitching(const ItemTable &itemsOfX, const Correspondence &pairing,
                                      const StitchOptions &options, const std::vector<ItemIndex> &anchors = {});

/// Result of a head trained on one space and tested on one.
struct StitchScores
{
    Side trainSpace = Side::x, testSpace = Side::x;
    ClassificationScores scores;
    std::vector<std::int32_t> predicted = {}; ///< predicted class of each test item, in the order of the split
};

/// The four (train, test) pairs of one representation, in the order x→x, x→y, y→y, y→x.
struct StitchRow
{
    std::string representation;
    bool possible = true;
    std::array<StitchScores, 4> cells;
};

/// A head trained and tested on a space itself; the items are rows of that space, in the order of the split. Error
/// "cancelled".
Result<ClassificationScores> scoreOwnHead(const PreparedSpace &space, const std::vector<ItemIndex> &train,
                                          const std::vector<ItemIndex> &test, const StitchSplit &split,
                                          const StitchOptions &options, const RunContext &context = {});

/// Trains a head on each space of one representation and tests it on both.
Result<StitchRow> stitch(const RepresentationPair &pair, const Correspondence &pairing, const StitchSplit &split,
                         const StitchOptions &options, const RunContext &context = {});

} // namespace anchorscope
