// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/matrix.h"
#include "core/runcontext.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace anchorscope {

/// Options of classification heads (core/definitions.md, 7).
struct HeadOptions
{
    double c = 10;            ///< C of the penalty ‖W‖²/(2C): a greater C penalizes less; softmax head only
    int maxIterations = 1000; ///< maximum number of L-BFGS iterations; softmax head only

    /// The softmax head stops when the largest entry of the gradient is below this value times the number of rows. With
    /// 1e-4, up to 3 of 600 predicted classes differ from those at the optimum; with 1e-5, none.
    double gradientBelow = 1e-6;
    double learningRate = 1e-3; ///< learning rate of Adam; network heads only
    Index batch = 64;           ///< number of items in a batch; network heads only
    int epochs = 10;            ///< number of passes over the training items; network heads only
    std::uint64_t seed = 0;     ///< random seed of initial weights and of the order of batches; network heads only

    bool operator==(const HeadOptions &) const = default;
};

enum HeadGroup : int { ofSoftmax, ofNetworks };

template <> std::span<const Field<HeadOptions>> fields();

class Head
{
public:
    virtual ~Head() = default;
    virtual std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context = {}) const = 0;
    virtual int iterations() const = 0;
};

/// Type of head. `train` takes n × k rows and n labels in [0, classes), and returns null if cancelled.
struct HeadMethod
{
    const char *id;
    const char *label;
    const char *about;
    std::unique_ptr<Head> (*train)(const MatrixView &rows, const std::vector<std::int32_t> &labels, Index classes,
                                   const HeadOptions &options, const RunContext &context);
};
std::span<const HeadMethod> headMethods();
const HeadMethod *findHead(std::string_view id);

} // namespace anchorscope
