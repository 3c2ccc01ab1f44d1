// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/datatypes.h"

#include <array>
#include <strings.h>

namespace anchorscope {

namespace {

bool isHalf(hid_t type)
{
    std::size_t signPosition = 0, exponentPosition = 0, exponentBits = 0, mantissaPosition = 0, mantissaBits = 0;
    return H5Tget_fields(type, &signPosition, &exponentPosition, &exponentBits, &mantissaPosition, &mantissaBits) >=
               0 &&
           H5Tget_precision(type) == 16 && H5Tget_ebias(type) == 15 && signPosition == 15 && exponentPosition == 10 &&
           exponentBits == 5 && mantissaPosition == 0 && mantissaBits == 10 && H5Tget_norm(type) == H5T_NORM_IMPLIED;
}

void describeFloat(hid_t type, bool keepDouble, TypeInfo &info)
{
    info.name = "float" + std::to_string(8 * info.storedBytes);
    if (info.storedBytes == 2 && isHalf(type))
        info.element = frame::Element::float16;
    else if (info.storedBytes == 2 || info.storedBytes == 4)
        info.element = frame::Element::float32;
    else if (info.storedBytes == 8)
        info.element = keepDouble ? frame::Element::float64 : frame::Element::float32;
}

/// True for h5py's bool, an enumeration of FALSE and TRUE.
bool isTruth(hid_t type)
{
    bool truth = H5Tget_nmembers(type) == 2;
    for (unsigned i = 0; i < 2 && truth; ++i) {
        char *name = H5Tget_member_name(type, i);
        truth = name && ::strcasecmp(name, i == 0 ? "false" : "true") == 0;
        H5free_memory(name);
    }
    return truth;
}

void describeInteger(bool isSigned, TypeInfo &info)
{
    info.name = (isSigned ? "int" : "uint") + std::to_string(8 * info.storedBytes);
    if (info.storedBytes == 1 && !isSigned)
        info.element = frame::Element::uint8;
    else if (info.storedBytes < 4 || (info.storedBytes == 4 && isSigned))
        info.element = frame::Element::int32;
    else if (info.storedBytes < 8 || (info.storedBytes == 8 && isSigned))
        info.element = frame::Element::int64;
    else if (info.storedBytes == 8)
        info.element = frame::Element::uint64;
}

} // namespace

TypeInfo describeType(hid_t type, bool keepDouble)
{
    TypeInfo info;
    info.storedBytes = H5Tget_size(type);
    switch (H5Tget_class(type)) {
    case H5T_FLOAT:
        describeFloat(type, keepDouble, info);
        break;
    case H5T_INTEGER:
        describeInteger(H5Tget_sign(type) == H5T_SGN_2, info);
        break;
    case H5T_ENUM:
        info.enumerated = !isTruth(type);
        info.name = info.enumerated ? "enumeration" : "bool";
        info.element = info.enumerated ? frame::Element::string : frame::Element::int32;
        break;
    case H5T_STRING:
        info.name = "string";
        info.element = frame::Element::string;
        info.variableString = H5Tis_variable_str(type) > 0;
        info.spacePadded = H5Tget_strpad(type) == H5T_STR_SPACEPAD;
        break;
    case H5T_COMPOUND:
        info.name = "compound";
        break;
    case H5T_VLEN:
        info.name = "variable-length list";
        break;
    default:
        info.name = "special type";
    }
    return info;
}

std::vector<FieldInfo> fieldsOf(hid_t type)
{
    std::vector<FieldInfo> fields;
    const int members = H5Tget_class(type) == H5T_COMPOUND ? H5Tget_nmembers(type) : 0;
    for (unsigned i = 0; members > 0 && i < static_cast<unsigned>(members); ++i) {
        char *name = H5Tget_member_name(type, i);
        FieldInfo field{name ? name : "", Hdf5Handle(H5Tget_member_type(type, i))};
        H5free_memory(name);
        hsize_t length[H5S_MAX_RANK] = {};
        if (H5Tget_class(field.type.id()) == H5T_ARRAY) {
            if (H5Tget_array_ndims(field.type.id()) != 1 || H5Tget_array_dims2(field.type.id(), length) < 0)
                continue;
            field.count = length[0];
            field.type = Hdf5Handle(H5Tget_super(field.type.id()));
        }
        const frame::Element element = describeType(field.type.id(), true).element;
        const bool text = element == frame::Element::string;
        if (!field.name.empty() && field.name.find('/') == std::string::npos && element != frame::Element::none &&
            !(text && field.count > 0))
            fields.push_back(std::move(field));
    }
    return fields;
}

hid_t memoryType(frame::Element element)
{
    // in the order of Element
    const std::array<hid_t, frame::elementNames.size()> types = {H5I_INVALID_HID,  H5T_NATIVE_UINT8,  H5T_NATIVE_INT32,
                                                                 H5T_NATIVE_INT64, H5T_NATIVE_UINT64, H5I_INVALID_HID,
                                                                 H5T_NATIVE_FLOAT, H5T_NATIVE_DOUBLE, H5I_INVALID_HID};
    return types[static_cast<std::size_t>(element)];
}

} // namespace anchorscope
