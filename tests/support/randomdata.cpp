// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/randomdata.h"

#include <Eigen/QR>

namespace anchorscope::test {

Matrix randomMatrix(Index rows, Index columns, Random &random)
{
    Matrix result(rows, columns);
    for (Index i = 0; i < result.size(); ++i)
        result.data()[i] = static_cast<float>(random.normal());
    return result;
}

Matrix randomMatrix(Index rows, Index columns, std::uint64_t seed)
{
    Random random(seed);
    return randomMatrix(rows, columns, random);
}

Matrix randomRotation(Index d, std::uint64_t seed)
{
    const Eigen::MatrixXd gaussian = randomMatrix(d, d, seed).cast<double>();
    const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(gaussian).householderQ();
    return q.cast<float>();
}

} // namespace anchorscope::test
