// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace anchorscope {

/// Description of a small generated data set (toy), given by a name such as
/// “toy:wedges,n=300,classes=5,balance=0.3,missing=0.1,seed=2” (ours).
struct Toy
{
    std::string shape = "wedges";
    Index n = 300;      ///< number of items of each space, 30 to 2 000
    Index classes = 5;  ///< number of classes, 2 to 8; ignored if the shape has a fixed number of classes
    double balance = 1; ///< size of the smallest class divided by that of the largest class, greater than 0, at most 1
    double missing = 0; ///< share of the items of each space without a partner, 0 to 0.9
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

/// Numeric parameter of a generated data set (toy). The names of toys and the controls on screen are made from the list
/// of these parameters.
struct ToyField
{
    const char *id;    ///< key of the parameter in the name of a data set, such as “classes”
    const char *label; ///< label of the parameter on screen
    double min, max;
    bool isWhole;
    const char *about; ///< description of the parameter in one sentence
    double (*read)(const Toy &toy);
    void (*write)(Toy &toy, double value);
};
std::span<const ToyField> toyFields();

/// True if the text is the name of a generated data set (toy), not of a file.
bool isToyName(std::string_view name);

/// Parses the name of a generated data set (toy). Error "wrong-usage" lists the valid shapes and keys.
Result<Toy> readToy(std::string_view name);
/// Returns the name of a generated data set (toy), from which readToy() restores it; default values are omitted.
std::string toyName(const Toy &toy);

/// Creates a generated data set with the spaces “x” and “y”, which contain the same points (for the shape “mystery” Y
/// is changed by a random transform). Points extend twice as far in width as in height, because standardizing a round
/// cloud would only scale it. Common items have the same ids; each space lacks n·missing items of the other space. The
/// same toy results in the same bits.
Dataset makeToy(const Toy &toy);

} // namespace anchorscope
