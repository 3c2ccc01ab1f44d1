// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/heads/head.h"
#include "core/heads/network.h"

namespace anchorscope {

/// Two hidden layers of 64 units without normalization (IRP 3.4), so its output may depend on the length of the rows.
/// Rows of n × k are multiplied by √k, so that the entries of unit rows are of order 1.
class PlainHead : public Head
{
public:
    PlainHead(Network network, int epochs) : m_network(std::move(network)), m_epochs(epochs) {}

    std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context) const override;
    int iterations() const override { return m_epochs; }

private:
    Network m_network;
    int m_epochs;
};

/// Trains on the log-loss by Adam over shuffled batches (options: learningRate, batch, epochs, seed; at least 1 000
/// steps, which 1 257 digits need), in one thread. rows n × k, labels in [0, classes). Null if cancelled.
template <Activation activation>
std::unique_ptr<Head> trainPlain(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                                 const HeadOptions &options, const RunContext &context);

} // namespace anchorscope
