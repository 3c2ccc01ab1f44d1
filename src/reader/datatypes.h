// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// How a type of the file is read.
struct TypeInfo
{
    std::string name;                              ///< as shown to the user: "float16", "uint8", "bool", "string", …
    frame::Element element = frame::Element::none; ///< none: not supported
    std::size_t storedBytes = 0;
    bool variableString = false;
    bool spacePadded = false;
};

/// Float64 becomes float32 unless `keepDouble`, which columns of items always ask for.
TypeInfo describeType(hid_t type, bool keepDouble);

/// The type of HDF5 that a numeric element is read as, but for float16, which HDF5 1.10 has none for.
hid_t memoryType(frame::Element element);

} // namespace anchorscope
