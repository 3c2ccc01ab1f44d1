// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace anchorscope {

/// Scores of predicted against true class indices.
struct ClassificationScores
{
    double accuracy = 0;
    double weightedF1 = 0; ///< F1 of each class weighted by its number of true members; F1 of an absent class is 0
    double macroF1 = 0;    ///< unweighted mean over classes that occur in truth or prediction
    /// Mean |predicted − true| of the labels' values (RR Table 4, AO Table 2); NaN if labels are not numbers.
    double mae = std::numeric_limits<double>::quiet_NaN();
    Eigen::MatrixXi confusion; ///< confusion matrix: classes × classes counts, row = true, column = predicted
};

/// Scores predictions. Both vectors have one entry in [0, classes) per item. values: the number that each class
/// represents, or empty.
ClassificationScores scoreClasses(const std::vector<std::int32_t> &truth, const std::vector<std::int32_t> &predicted,
                                  Eigen::Index classes, const std::vector<double> &values = {});

/// Parses the class names as numbers, such as "4" or "-0.5"; empty if a name is not a number.
std::vector<double> labelValues(const std::vector<std::string> &names);

} // namespace anchorscope
