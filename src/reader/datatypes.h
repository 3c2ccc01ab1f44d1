// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"

#include <hdf5.h>

namespace anchorscope {

/// Type of HDF5 values in a file, and of their elements in memory.
struct TypeInfo
{
    std::string name; ///< name of the type for the user: "float16", "uint8", "bool", "string", …
    frame::Element element = frame::Element::none; ///< type of the elements in memory; none: not supported
    std::size_t storedBytes = 0;
    bool variableString = false;
    bool spacePadded = false;
    bool enumerated = false; ///< true for an enumeration, whose names are read as strings
};

/// Describes a type. Float64 values become float32 unless `keepDouble`, which is set for columns of items and sessions.
TypeInfo describeType(hid_t type, bool keepDouble);

/// HDF5 type to which a number is converted on reading. Float16 is not converted, because HDF5 1.10 does not have it.
hid_t memoryType(frame::Element element);

} // namespace anchorscope
