// SPDX-License-Identifier: GPL-3.0-or-later
#include "reader/attributes.h"

#include "frame/handle.h"
#include "reader/datatypes.h"

#include <algorithm>
#include <cstring>

namespace anchorscope {

namespace {

constexpr std::size_t maxNameBytes = 4096;
constexpr std::size_t maxStringBytes = 1 << 20;

template <class T> std::optional<frame::AttributeValues> readNumbers(hid_t attribute, hid_t memory, std::size_t count)
{
    std::vector<T> values(count);
    if (count > 0 && H5Aread(attribute, memory, values.data()) < 0)
        return std::nullopt;
    return values;
}

std::optional<frame::AttributeValues> readFixedStrings(hid_t attribute, hid_t type, const TypeInfo &info,
                                                       std::size_t count)
{
    if (info.storedBytes == 0 || info.storedBytes > maxStringBytes / std::max<std::size_t>(count, 1))
        return std::nullopt;
    std::vector<char> bytes(count * info.storedBytes);
    if (count > 0 && H5Aread(attribute, type, bytes.data()) < 0)
        return std::nullopt;
    std::vector<std::string> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(fixedText(bytes.data() + i * info.storedBytes, info.storedBytes, info.spacePadded));
    return values;
}

std::optional<frame::AttributeValues> readVariableStrings(hid_t attribute, hid_t type, hid_t space, std::size_t count)
{
    std::vector<char *> pointers(count, nullptr);
    if (count > 0 && H5Aread(attribute, type, pointers.data()) < 0)
        return std::nullopt;
    std::vector<std::string> values;
    std::size_t bytes = 0;
    for (const char *text : pointers) {
        values.emplace_back(text ? text : "");
        bytes += values.back().size();
    }
    if (H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data()) < 0)
        return std::nullopt;
    if (bytes > maxStringBytes)
        return std::nullopt;
    return values;
}

std::optional<frame::AttributeValues> readValues(hid_t attribute)
{
    const Hdf5Handle type(H5Aget_type(attribute));
    const Hdf5Handle space(H5Aget_space(attribute));
    const hssize_t count = H5Sget_simple_extent_npoints(space.id());
    const H5S_class_t extent = H5Sget_simple_extent_type(space.id());
    if (!type || (extent != H5S_SIMPLE && extent != H5S_SCALAR) || count < 0 ||
        count > static_cast<hssize_t>(frame::maxAttributeValues))
        return std::nullopt;
    const auto values = static_cast<std::size_t>(count);
    const TypeInfo info = describeType(type.id(), true);
    if (info.enumerated)
        return readNumbers<std::int64_t>(attribute, H5T_NATIVE_INT64, values);
    switch (info.element) {
    case frame::Element::none:
        return std::nullopt;
    case frame::Element::string:
        return info.variableString ? readVariableStrings(attribute, type.id(), space.id(), values)
                                   : readFixedStrings(attribute, type.id(), info, values);
    case frame::Element::float16:
    case frame::Element::float32:
    case frame::Element::float64:
        return readNumbers<double>(attribute, H5T_NATIVE_DOUBLE, values);
    default:
        return readNumbers<std::int64_t>(attribute, H5T_NATIVE_INT64, values);
    }
}

} // namespace

std::string fixedText(const char *field, std::size_t bytes, bool spacePadded)
{
    std::size_t length = ::strnlen(field, bytes);
    while (spacePadded && length > 0 && field[length - 1] == ' ')
        --length;
    return {field, length};
}

bool readAttributes(hid_t object, std::vector<frame::Attribute> &attributes)
{
    std::vector<std::string> names;
    const auto collect = [](hid_t, const char *name, const H5A_info_t *, void *target) -> herr_t {
        auto &list = *static_cast<std::vector<std::string> *>(target);
        if (list.size() >= frame::maxAttributes)
            return 1;
        if (::strnlen(name, maxNameBytes) < maxNameBytes)
            list.emplace_back(name);
        return 0;
    };
    hsize_t position = 0;
    bool whole = H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, &position, collect, &names) >= 0;
    for (const std::string &name : names) {
        const Hdf5Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
        whole = whole && attribute.valid();
        if (!attribute)
            continue;
        if (auto values = readValues(attribute.id()))
            attributes.push_back({name, std::move(*values)});
    }
    return whole;
}

} // namespace anchorscope
