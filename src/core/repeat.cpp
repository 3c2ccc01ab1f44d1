// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/repeat.h"

#include "core/statistics.h"

#include <cmath>
#include <limits>

namespace anchorscope {

double RepeatedValue::mean() const
{
    return anchorscope::mean(values);
}

double RepeatedValue::std() const
{
    return sampleDeviation(values);
}

void addNotes(std::vector<std::string> &notes, const std::vector<std::string> &more)
{
    for (const std::string &note : more) {
        if (std::ranges::find(notes, note) == notes.end())
            notes.push_back(note);
    }
}

double pearson(const std::vector<double> &a, const std::vector<double> &b)
{
    const double meanA = mean(a), meanB = mean(b);
    double ab = 0, aa = 0, bb = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        ab += (a[i] - meanA) * (b[i] - meanB);
        aa += (a[i] - meanA) * (a[i] - meanA);
        bb += (b[i] - meanB) * (b[i] - meanB);
    }
    return a.size() > 1 && aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace anchorscope
