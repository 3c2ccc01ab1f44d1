// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace anchorscope {

/// Scores of a classifier: predicted class indices compared with the true ones.
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

} // namespace anchorscope
