// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace anchorscope {

/// Adam with bias correction (Kingma & Ba 2015; β₁ 0.9, β₂ 0.999, ε 1e-8) for parameters in one Eigen matrix or vector.
template <class Parameters> class AdamStep
{
public:
    explicit AdamStep(double rate) : m_rate(static_cast<Scalar>(rate)) {}

    /// Moves the parameters by one step against the gradient, which has the same shape as the parameters.
    void operator()(const Parameters &gradient, Parameters &parameters)
    {
        if (m_first.size() == 0) {
            m_first = Parameters::Zero(gradient.rows(), gradient.cols());
            m_second = m_first;
        }
        ++m_steps;
        m_first = Scalar(0.9) * m_first + Scalar(0.1) * gradient;
        m_second = Scalar(0.999) * m_second + Scalar(0.001) * gradient.cwiseAbs2();
        const auto first = static_cast<Scalar>(1 - std::pow(0.9, m_steps));
        const auto second = static_cast<Scalar>(1 - std::pow(0.999, m_steps));
        parameters.array() -= m_rate * (m_first.array() / first) / ((m_second.array() / second).sqrt() + Scalar(1e-8));
    }

private:
    using Scalar = typename Parameters::Scalar;
    Parameters m_first, m_second;
    Scalar m_rate;
    int m_steps = 0;
};

} // namespace anchorscope
