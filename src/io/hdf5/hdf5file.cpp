// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/hdf5/hdf5file.h"

#include "core/kernels/half.h"
#include "io/hdf5/hdf5frame.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

namespace anchorscope::io {

namespace {

constexpr std::size_t growth = 16 << 20;
constexpr hsize_t packFromBytes = 4096;
constexpr hsize_t chunkBytes = 512 << 10;
constexpr unsigned gzipLevel = 6;

std::recursive_mutex &oneThread()
{
    static std::recursive_mutex mutex;
    return mutex;
}

Hdf5Handle halfType()
{
    Hdf5Handle type(H5Tcopy(H5T_IEEE_F32LE));
    H5Tset_fields(type.id(), 15, 10, 5, 0, 10);
    H5Tset_size(type.id(), 2);
    H5Tset_ebias(type.id(), 15);
    return type;
}

/// Returns the types of numbers in memory and in the file.
template <class T> std::pair<hid_t, hid_t> typesOf()
{
    if constexpr (std::is_same_v<T, float>)
        return {H5T_NATIVE_FLOAT, H5T_IEEE_F32LE};
    else if constexpr (std::is_same_v<T, double>)
        return {H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE};
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return {H5T_NATIVE_UINT8, H5T_STD_U8LE};
    else if constexpr (std::is_same_v<T, std::int32_t>)
        return {H5T_NATIVE_INT32, H5T_STD_I32LE};
    else
        return {H5T_NATIVE_INT64, H5T_STD_I64LE};
}

Hdf5Handle stringType(std::size_t length)
{
    Hdf5Handle type(H5Tcopy(H5T_C_S1));
    H5Tset_size(type.id(), length);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    H5Tset_strpad(type.id(), H5T_STR_NULLPAD);
    return type;
}

/// Returns creation properties without times for an HDF5 object, so that equal contents give equal bytes.
Hdf5Handle withoutTimes(hid_t kind)
{
    Hdf5Handle properties(H5Pcreate(kind));
    H5Pset_obj_track_times(properties.id(), false);
    return properties;
}

/// Returns the properties of an HDF5 dataset: if compressed, chunks of whole rows with shuffle and gzip.
Hdf5Handle creationProperties(hid_t type, const std::vector<hsize_t> &shape, bool pack)
{
    Hdf5Handle properties = withoutTimes(H5P_DATASET_CREATE);
    const hsize_t values = std::accumulate(shape.begin(), shape.end(), hsize_t{1}, std::multiplies<>());
    if (!pack || values * H5Tget_size(type) < packFromBytes)
        return properties;
    const hsize_t rowBytes = values / shape[0] * H5Tget_size(type);
    std::vector<hsize_t> chunk = shape;
    chunk[0] = std::clamp<hsize_t>(chunkBytes / rowBytes, 1, shape[0]);
    H5Pset_chunk(properties.id(), static_cast<int>(chunk.size()), chunk.data());
    H5Pset_shuffle(properties.id());
    H5Pset_deflate(properties.id(), gzipLevel);
    return properties;
}

} // namespace

Hdf5Writer::Hdf5Writer() : m_alone(oneThread())
{
    silenceHdf5Errors();
    const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS));
    // Chooses the format of HDF5 1.8, which has checksums for attributes, groups and all other structure.
    check(H5Pset_fapl_core(access.id(), growth, false) >= 0 &&
              H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0,
          "preparing memory");
    m_file = Hdf5Handle(H5Fcreate("anchorscope", H5F_ACC_TRUNC, withoutTimes(H5P_FILE_CREATE).id(), access.id()));
    check(m_file.valid(), "preparing the file");
}

void Hdf5Writer::check(bool ok, const std::string &what)
{
    if (!ok && m_failure.empty())
        m_failure = what + " failed (" + hdf5ErrorText() + ")";
}

void Hdf5Writer::group(const std::string &path)
{
    if (!m_failure.empty())
        return;
    const Hdf5Handle created(
        H5Gcreate2(m_file.id(), path.c_str(), H5P_DEFAULT, withoutTimes(H5P_GROUP_CREATE).id(), H5P_DEFAULT));
    check(created.valid(), "creating " + path);
}

template <class Write>
void Hdf5Writer::scalarAttribute(const std::string &path, const std::string &name, hid_t type, const Write &write)
{
    if (!m_failure.empty())
        return;
    const Hdf5Handle object(H5Oopen(m_file.id(), path.c_str(), H5P_DEFAULT));
    const Hdf5Handle space(H5Screate(H5S_SCALAR));
    const Hdf5Handle attribute(H5Acreate2(object.id(), name.c_str(), type, space.id(), H5P_DEFAULT, H5P_DEFAULT));
    check(attribute.valid() && write(attribute.id()) >= 0, "writing " + name);
}

void Hdf5Writer::attribute(const std::string &path, const std::string &name, std::string_view value)
{
    // HDF5 has no strings of length 0, so an empty string is stored as one NUL.
    const std::string field = value.empty() ? std::string(1, '\0') : std::string(value);
    const Hdf5Handle type = stringType(field.size());
    scalarAttribute(path, name, type.id(), [&](hid_t id) { return H5Awrite(id, type.id(), field.data()); });
}

void Hdf5Writer::attribute(const std::string &path, const std::string &name, std::int64_t value)
{
    scalarAttribute(path, name, H5T_STD_I64LE, [&](hid_t id) { return H5Awrite(id, H5T_NATIVE_INT64, &value); });
}

void Hdf5Writer::attribute(const std::string &path, const std::string &name, double value)
{
    scalarAttribute(path, name, H5T_IEEE_F64LE, [&](hid_t id) { return H5Awrite(id, H5T_NATIVE_DOUBLE, &value); });
}

void Hdf5Writer::dataset(const std::string &path, hid_t stored, hid_t memory, const void *values,
                         const std::vector<hsize_t> &shape, bool pack)
{
    if (!m_failure.empty())
        return;
    const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
    const Hdf5Handle properties = creationProperties(stored, shape, pack);
    const Hdf5Handle set(
        H5Dcreate2(m_file.id(), path.c_str(), stored, space.id(), H5P_DEFAULT, properties.id(), H5P_DEFAULT));
    check(set.valid(), "creating " + path);
    if (set && H5Sget_simple_extent_npoints(space.id()) > 0)
        check(H5Dwrite(set.id(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, "writing " + path);
}

template <class T>
void Hdf5Writer::numbers(const std::string &path, std::span<const T> values, const std::vector<hsize_t> &shape,
                         bool half)
{
    if constexpr (std::is_same_v<T, float>) {
        if (half) {
            std::vector<std::uint16_t> halves(values.size());
            std::transform(values.begin(), values.end(), halves.begin(), floatToHalf);
            const Hdf5Handle type = halfType();
            dataset(path, type.id(), type.id(), halves.data(), shape, true);
            return attribute(path, checksumName, checksumOf(std::as_bytes(std::span(halves))));
        }
    }
    const auto [memory, stored] = typesOf<T>();
    dataset(path, stored, memory, values.data(), shape, !std::is_floating_point_v<T>);
    attribute(path, checksumName, checksumOf(std::as_bytes(values)));
}

template void Hdf5Writer::numbers(const std::string &, std::span<const float>, const std::vector<hsize_t> &, bool);
template void Hdf5Writer::numbers(const std::string &, std::span<const double>, const std::vector<hsize_t> &, bool);
template void Hdf5Writer::numbers(const std::string &, std::span<const std::uint8_t>, const std::vector<hsize_t> &,
                                  bool);
template void Hdf5Writer::numbers(const std::string &, std::span<const std::int32_t>, const std::vector<hsize_t> &,
                                  bool);
template void Hdf5Writer::numbers(const std::string &, std::span<const std::int64_t>, const std::vector<hsize_t> &,
                                  bool);

void Hdf5Writer::strings(const std::string &path, const std::vector<std::string> &values)
{
    std::size_t longest = 1, total = 0;
    for (const std::string &value : values) {
        longest = std::max(longest, value.size());
        total += value.size();
    }
    constexpr std::size_t harmless = 64 << 20;
    if (longest * values.size() > std::max(harmless, 8 * total))
        variableStrings(path, values);
    else
        fixedStrings(path, values, longest);
    attribute(path, checksumName, checksumOf(values));
}

void Hdf5Writer::fixedStrings(const std::string &path, const std::vector<std::string> &values, std::size_t length)
{
    std::string fields(values.size() * length, '\0');
    for (std::size_t i = 0; i < values.size(); ++i)
        std::copy(values[i].begin(), values[i].end(), fields.begin() + static_cast<std::ptrdiff_t>(i * length));
    const Hdf5Handle type = stringType(length);
    dataset(path, type.id(), type.id(), fields.data(), {values.size()}, true);
}

void Hdf5Writer::variableStrings(const std::string &path, const std::vector<std::string> &values)
{
    std::vector<const char *> pointers;
    for (const std::string &value : values)
        pointers.push_back(value.c_str());
    const Hdf5Handle type = stringType(H5T_VARIABLE);
    H5Tset_strpad(type.id(), H5T_STR_NULLTERM);
    dataset(path, type.id(), type.id(), pointers.data(), {values.size()}, false);
}

Result<std::string_view> Hdf5Writer::bytes()
{
    void *image = nullptr; // set by libhdf5: address of the file's bytes in memory
    ssize_t size = 0;
    if (m_failure.empty()) {
        check(H5Fflush(m_file.id(), H5F_SCOPE_GLOBAL) >= 0, "finishing the file");
        size = H5Fget_file_image(m_file.id(), nullptr, 0);
        check(size > 0 && H5Fget_vfd_handle(m_file.id(), H5P_DEFAULT, &image) >= 0, "finishing the file");
    }
    if (!m_failure.empty())
        return Error(ErrorCode::cannotSave, "the file was not saved: ", m_failure, "; save it again, or less of it");
    return std::string_view(*static_cast<const char **>(image), static_cast<std::size_t>(size));
}

} // namespace anchorscope::io
