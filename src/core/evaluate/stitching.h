// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/representation.h"
#include "core/heads/head.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace anchorscope {

struct ClassificationScores
{
    double accuracy = 0;
    /// Mean F1 of the classes, weighted by their numbers of true members; F1 of an absent class is 0.
    double weightedF1 = 0;
    /// Mean F1, unweighted, of the classes that occur among the true or the predicted ones.
    double macroF1 = 0;
    /// Mean absolute difference between predicted and true labels as numbers (papers RR, Table 4, and AO, Table 2); NaN
    /// if labels are not numbers.
    double mae = std::numeric_limits<double>::quiet_NaN();
    /// Confusion matrix of counts, classes × classes; row: true class, column: predicted class.
    Eigen::MatrixXi confusion;
};

/// Scores class indices in [0, classes), one per item. `values`: number that each class stands for, or empty.
ClassificationScores scoreClasses(const std::vector<std::int32_t> &truth, const std::vector<std::int32_t> &predicted,
                                  Eigen::Index classes, const std::vector<double> &values = {});

/// Parses the class names as numbers, such as "4" or "-0.5"; empty if a name is not a number.
std::vector<double> labelValues(const std::vector<std::string> &names);

/// Scaling of relative vectors before they are passed to a head (classifier or decoder).
enum class HeadInput { asIs, l2, standardized };
const char *headInputId(HeadInput input); ///< id of a HeadInput: "none", "l2", "standardize"
const char *headInputLabel(HeadInput input);

Matrix headInput(Matrix rows, HeadInput input);

/// Options of zero-shot stitching (core/definitions.md, 7; papers RR, 5, and AO, Table 2).
struct StitchOptions
{
    std::string head = "softmax";
    HeadOptions headOptions;
    HeadInput input = HeadInput::l2;
    double trainShare = 0.7;
    std::uint64_t seed = 0; ///< random seed of the stratified split, which is the same in both spaces
    Status validate() const;
    bool operator==(const StitchOptions &) const = default;
};

template <> std::span<const Field<StitchOptions>> fields();

/// Stratified split of the labelled, paired items. Items are rows of X; the rows of Y are their partners.
struct StitchSplit
{
    std::vector<ItemIndex> trainX, testX;
    /// Class index of each training and test item; indices are consecutive.
    std::vector<std::int32_t> trainLabels, testLabels;
    /// Names of the classes; the position is the class index.
    std::vector<std::string> classes;
    /// Numbers that the names of the classes represent; empty if a name is not a number.
    std::vector<double> values = {};
};
/// Splits the labelled, paired items. Anchors (items of X) are always used for training (paper RR, 3: A ⊂ the training
/// set), even beyond the training share of their class. A split in ItemTable::parts is used unchanged. Errors:
/// "no-labels", "one-class", "too-few-pairs".
Result<StitchSplit> splitForStitching(const ItemTable &itemsOfX, const Correspondence &pairing,
                                      const StitchOptions &options, const std::vector<ItemIndex> &anchors = {});

/// Scores of a head that was trained on one space and tested on the same or the other space.
struct StitchScores
{
    Side trainSpace = Side::x, testSpace = Side::x;
    ClassificationScores scores;
    std::vector<std::int32_t> predicted = {}; ///< predicted class of each test item, in the order of StitchSplit::testX
};

/// Scores of one representation for the four (train, test) pairs of spaces, in the order x→x, x→y, y→y, y→x.
struct StitchRow
{
    std::string representation;
    bool possible = true;
    std::array<StitchScores, 4> cells;
};

/// Scores of a head trained and tested on vectors of one space. `train`, `test`: rows of `space`. Error "cancelled".
Result<ClassificationScores> scoreOwnHead(const PreparedSpace &space, const std::vector<ItemIndex> &train,
                                          const std::vector<ItemIndex> &test, const StitchSplit &split,
                                          const StitchOptions &options, const RunContext &context = {});

/// Trains a head on each space in one representation and tests it on both spaces.
Result<StitchRow> stitch(const RepresentationPair &pair, const Correspondence &pairing, const StitchSplit &split,
                         const StitchOptions &options, const RunContext &context = {});

} // namespace anchorscope
