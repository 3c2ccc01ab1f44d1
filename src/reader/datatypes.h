// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "frame/frame.h"
#include "frame/handle.h"

#include <hdf5.h>

namespace anchorscope {

/// Type of the values of an HDF5 dataset, in the file and after reading in memory.
struct TypeInfo
{
    std::string name; ///< name of the type for the user: "float16", "uint8", "bool", "string", …
    frame::Element element = frame::Element::none; ///< type of the elements in memory; none: not supported
    std::size_t storedBytes = 0;
    bool variableString = false;
    bool spacePadded = false;
    bool enumerated = false; ///< true for an enumeration, whose names are read as strings
};

/// Describes a type. Float64 becomes float32, unless `keepDouble` is set, as for columns of items and for sessions.
TypeInfo describeType(hid_t type, bool keepDouble);

/// Field of a compound type that is read like a dataset of its own: values or, of an array type, lists of values.
struct FieldInfo
{
    std::string name;
    Hdf5Handle type;         ///< type of the values
    std::uint64_t count = 0; ///< length of each list; 0 for single values
};
/// Returns the fields of a compound type whose values are supported; empty for other types.
std::vector<FieldInfo> fieldsOf(hid_t type);

/// HDF5 type to which a number is converted on reading. Float16 is not converted, because HDF5 1.10 does not have it.
hid_t memoryType(frame::Element element);

} // namespace anchorscope
