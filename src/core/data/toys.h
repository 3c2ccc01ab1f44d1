// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// A small cloud that is made by its name, “toy:wedges,n=300,classes=5,balance=0.3,missing=0.1,seed=2” (ours).
struct Toy
{
    std::string shape = "wedges";
    Index n = 300;      ///< items of each space, 30 to 2 000
    Index classes = 5;  ///< 2 to 8, where the shape has no number of its own
    double balance = 1; ///< size of the smallest class over that of the largest one, above 0, at most 1
    double missing = 0; ///< share of items without a partner, 0 to 0.9
    std::uint64_t seed = 0;
};

struct ToyShape
{
    const char *id;
    Index dimensions;
    Index classes; ///< its own number; 0: Toy::classes
    const char *about;
};
std::span<const ToyShape> toyShapes();

/// One number of a toy. Names and controls are made from this list.
struct ToyField
{
    const char *id;    ///< as in a name
    const char *label; ///< as on screen
    double min, max;
    bool isWhole;
    const char *about; ///< one sentence
    double (*read)(const Toy &toy);
    void (*write)(Toy &toy, double value);
};
std::span<const ToyField> toyFields();

/// Whether data are named so and not a file.
bool isToyName(std::string_view name);

/// From its name. Error "wrong-usage" with what there is.
Result<Toy> readToy(std::string_view name);
/// The name, as readToy() reads it; what is as in Toy() or of the shape's own is left out.
std::string toyName(const Toy &toy);

/// The spaces “x” and “y”: the same cloud twice (of “mystery” Y is changed by a transform that the seed draws), twice
/// as wide as high: in a round cloud standardising would be a mere scale. Items that both have are known by their ids;
/// of n·missing items each space lacks the other's. The same toy gives the same bits.
Dataset makeToy(const Toy &toy);

} // namespace anchorscope
