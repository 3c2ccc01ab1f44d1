// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// Toy: generated data set of our own, named like “toy:wedges,n=300,classes=5,balance=0.3,missing=0.1,seed=2”.
struct Toy
{
    std::string shape = "wedges";
    Index n = 300;      ///< number of items per space, 30 to 2 000
    Index classes = 5;  ///< number of classes, 2 to 8; ignored if the shape has a fixed number of classes
    double balance = 1; ///< size of the smallest class divided by that of the largest class, greater than 0, at most 1
    double missing = 0; ///< share of the items of each space that have no partner, 0 to 0.9
    std::uint64_t seed = 0;
};

struct ToyShape
{
    const char *id;
    Index dimensions;
    Index classes; ///< number of classes of the shape if it is fixed; 0 if Toy::classes determines it
    const char *about;
};
std::span<const ToyShape> toyShapes();

/// Numeric parameter of a toy. The names of toys and the controls on screen are built from the list of parameters.
struct ToyField
{
    const char *id; ///< key of the parameter in the name of a data set, such as “classes”
    const char *label;
    double min, max;
    bool isWhole;
    const char *about;
    double (*read)(const Toy &toy);
    void (*write)(Toy &toy, double value);
};
std::span<const ToyField> toyFields();

bool isToyName(std::string_view name);

/// Parses the name of a generated data set (toy). Error "wrong-usage" lists the valid shapes and keys.
Result<Toy> readToy(std::string_view name);
/// Returns the name of a generated data set (toy), from which readToy() restores it; default values are omitted.
std::string toyName(const Toy &toy);

/// Creates the spaces “x” and “y” of the same points; if the shape is “mystery”, Y is changed by a random transform.
/// Points extend twice as far in the first dimension as in the others, so that standardizing changes the shape of the
/// cloud; it would only scale a round one. Common items have equal ids. Each space lacks n·missing items of the other.
/// Equal toys give the same bits.
Dataset makeToy(const Toy &toy);

} // namespace anchorscope
