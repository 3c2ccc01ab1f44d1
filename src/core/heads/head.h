// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/field.h"
#include "core/matrix.h"
#include "core/result.h"
#include "core/runcontext.h"

#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace anchorscope {

/// Options of the classification heads (core/definitions.md, 7).
struct HeadOptions
{
    double c = 10;            ///< softmax: C of the penalty ‖W‖²/(2C), an inverse strength
    int maxIterations = 1000; ///< softmax: maximum number of L-BFGS iterations
    /// softmax: stop when the largest gradient entry is below this times n. At 1e-4 up to three of 600 predictions are
    /// others than at the optimum; from 1e-5 on none is.
    double gradientBelow = 1e-6;
    double learningRate = 1e-3; ///< networks: learning rate of Adam
    Index batch = 64;           ///< size of a batch; networks only
    int epochs = 10;            ///< number of passes over the training items; networks only
    std::uint64_t seed = 0;     ///< networks: seed of the initial weights and the order of batches

    bool operator==(const HeadOptions &) const = default;
};

/// Groups of heads that use the same options.
enum HeadGroup : int { ofSoftmax, ofNetworks };

template <> std::span<const Field<HeadOptions>> fields();

/// A trained classifier on row vectors.
class Head
{
public:
    virtual ~Head() = default;
    /// Predicts the class index of each row.
    virtual std::vector<std::int32_t> predict(const MatrixView &rows, const RunContext &context = {}) const = 0;
    virtual int iterations() const = 0;
};

/// One kind of head. `train` gets n × k rows and n labels in [0, classes); null if cancelled.
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
