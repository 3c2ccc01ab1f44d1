// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/classification.h"

#include <cassert>
#include <charconv>
#include <cmath>

namespace anchorscope {

ClassificationScores scoreClasses(const std::vector<std::int32_t> &truth, const std::vector<std::int32_t> &predicted,
                                  Eigen::Index classes, const std::vector<double> &values)
{
    assert(truth.size() == predicted.size());
    ClassificationScores scores;
    scores.confusion = Eigen::MatrixXi::Zero(classes, classes);
    if (truth.empty())
        return scores;
    for (std::size_t i = 0; i < truth.size(); ++i)
        ++scores.confusion(truth[i], predicted[i]);

    const auto items = static_cast<double>(truth.size());
    double f1Sum = 0, weightedSum = 0, distanceSum = 0;
    int occurring = 0;
    for (Eigen::Index c = 0; c < classes; ++c) {
        const int members = scores.confusion.row(c).sum(), claimed = scores.confusion.col(c).sum();
        for (Eigen::Index other = 0; other < classes && !values.empty(); ++other)
            distanceSum += std::abs(values[static_cast<std::size_t>(other)] - values[static_cast<std::size_t>(c)]) *
                           scores.confusion(c, other);
        if (members + claimed == 0)
            continue;
        // F1 = 2·precision·recall / (precision + recall), written with counts; 0 for 0/0
        const double f1 = 2.0 * scores.confusion(c, c) / (members + claimed);
        ++occurring;
        f1Sum += f1;
        weightedSum += f1 * members;
    }
    scores.accuracy = scores.confusion.diagonal().sum() / items;
    scores.weightedF1 = weightedSum / items;
    scores.macroF1 = f1Sum / occurring;
    if (!values.empty())
        scores.mae = distanceSum / items;
    return scores;
}

std::vector<double> labelValues(const std::vector<std::string> &names)
{
    std::vector<double> values;
    for (const std::string &name : names) {
        double value = 0;
        const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), value);
        if (error != std::errc() || end != name.data() + name.size() || !std::isfinite(value))
            return {};
        values.push_back(value);
    }
    return values;
}

} // namespace anchorscope
