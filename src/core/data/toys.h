// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// A small generated cloud, given by a name such as “toy:wedges,n=300,classes=5,balance=0.3,missing=0.1,seed=2” (ours).
struct Toy
{
    std::string shape = "wedges";
    Index n = 300;      ///< number of items of each space, 30 to 2 000
    Index classes = 5;  ///< number of classes, 2 to 8, unless the shape has a fixed number
    double balance = 1; ///< size of the smallest class over that of the largest one, above 0, at most 1
    double missing = 0; ///< share of items without a partner, 0 to 0.9
    std::uint64_t seed = 0;
};

struct ToyShape
{
    const char *id;
    Index dimensions;
    Index classes; ///< number of classes of this shape, if fixed; 0: Toy::classes
    const char *about;
};
std::span<const ToyShape> toyShapes();

/// One numeric parameter of a toy. Names and controls are made from the list of these parameters.
struct ToyField
{
    const char *id;    ///< key in the name of a toy
    const char *label; ///< label of the parameter on screen
    double min, max;
    bool isWhole;
    const char *about; ///< description of the parameter in one sentence
    double (*read)(const Toy &toy);
    void (*write)(Toy &toy, double value);
};
std::span<const ToyField> toyFields();

/// True if this text names a toy and not a file.
bool isToyName(std::string_view name);

/// Parses the name of a toy. Error "wrong-usage" lists the valid shapes and keys.
Result<Toy> readToy(std::string_view name);
/// Inverse of readToy(); omits default values.
std::string toyName(const Toy &toy);

/// Creates the spaces “x” and “y”: the same cloud twice (for “mystery” Y is changed by a transform drawn by the seed),
/// twice as wide as high, because standardizing a round cloud would only scale it. Common items have the same ids; each
/// space lacks n·missing items of the other. The same toy gives the same bits.
Dataset makeToy(const Toy &toy);

} // namespace anchorscope
