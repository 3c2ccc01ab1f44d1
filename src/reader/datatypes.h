// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Representation of a type of the file in memory.
struct TypeInfo
{
    std::string name;                              ///< name for the user: "float16", "uint8", "bool", "string", …
    frame::Element element = frame::Element::none; ///< type of the elements in memory; none: not supported
    std::size_t storedBytes = 0;
    bool variableString = false;
    bool spacePadded = false;
    bool enumerated = false; ///< true for whole numbers that represent names, which are read as strings
};

/// Determines the representation of an HDF5 type. Float64 becomes float32 unless `keepDouble`, which is set for columns
/// of items.
TypeInfo describeType(hid_t type, bool keepDouble);

/// HDF5 type to which a numeric element is converted when it is read, except for float16, which HDF5 1.10 does not
/// have.
hid_t memoryType(frame::Element element);

} // namespace anchorscope
