// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace anchorscope {

/// Scores of predicted against true class indices.
struct ClassificationScores
{
    double accuracy = 0;
    double weightedF1 = 0;     ///< F1 of each class weighted by its number of true members; F1 of an absent class is 0
    double macroF1 = 0;        ///< unweighted mean over classes that occur in truth or prediction
    double mae = 0;            ///< mean |predicted − true| of the class index (RR Table 4)
    Eigen::MatrixXi confusion; ///< classes × classes counts, row = true, column = predicted
};

/// Both vectors have one entry in [0, classes) per item.
ClassificationScores scoreClasses(const std::vector<std::int32_t> &truth, const std::vector<std::int32_t> &predicted,
                                  Eigen::Index classes);

} // namespace anchorscope
