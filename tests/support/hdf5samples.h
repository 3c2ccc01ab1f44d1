// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/embeddingset.h"
#include "io/hdf5/hdf5file.h"

#include <hdf5.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

/// Small HDF5 files that tests change, damage and read back. They are our own, so tests open them in their process.
namespace anchorscope::test {

inline std::string readBytes(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

inline void writeBytes(const std::string &path, std::string_view bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// A dataset with ids, labels, thumbnails and two spaces (float16 and float32), full of known random numbers.
inline Dataset sampleDataset(Index items = 40)
{
    std::mt19937 random(7);
    auto table = std::make_shared<ItemTable>();
    table->count = items;
    for (Index i = 0; i < items; ++i) {
        table->ids.push_back("wörd " + std::to_string(i));
        table->labels.push_back(static_cast<std::int32_t>(i % 4) - 1);
    }
    table->labelNames = {"noun", "verb", "naïve"};
    table->thumbnails = {3, 2, 3, {}};
    for (Index i = 0; i < items * 18; ++i)
        table->thumbnails.pixels.push_back(static_cast<std::uint8_t>(random()));
    Dataset dataset{"", "A sample", "CC0-1.0", "made by a test", table, {}};
    for (const auto &[name, type, columns] : {std::tuple{"first", "float16", 5}, std::tuple{"second", "float32", 3}}) {
        auto set = std::make_shared<EmbeddingSet>();
        set->name = name;
        set->model = std::string("model of ") + name;
        set->storedType = type;
        set->items = table;
        set->vectors.resize(items, columns);
        for (Index i = 0; i < set->vectors.size(); ++i) // multiples of 1/64 are exact in float16
            set->vectors.data()[i] = static_cast<float>(static_cast<int>(random() % 512) - 256) / 64;
        dataset.spaces.push_back(set);
    }
    return dataset;
}

/// Opens an existing file to change it.
class Hdf5Editor
{
public:
    explicit Hdf5Editor(const std::string &path) : m_file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT)) {}

    hid_t id() const { return m_file.id(); }
    void remove(const char *path) const { H5Ldelete(m_file.id(), path, H5P_DEFAULT); }
    void removeAttribute(const char *path, const char *name) const
    {
        H5Adelete_by_name(m_file.id(), path, name, H5P_DEFAULT);
    }
    void integerAttribute(const char *path, const char *name, std::int64_t value) const
    {
        removeAttribute(path, name);
        const Hdf5Handle space(H5Screate(H5S_SCALAR)), object(H5Oopen(m_file.id(), path, H5P_DEFAULT));
        const Hdf5Handle attribute(H5Acreate2(object.id(), name, H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT));
        H5Awrite(attribute.id(), H5T_NATIVE_INT64, &value);
    }
    /// Replaces or makes a dataset of numbers; no values: it is declared and never written.
    template <class T>
    void numbers(const char *path, hid_t stored, hid_t memory, const std::vector<hsize_t> &shape,
                 const std::vector<T> &values, hid_t creation = H5P_DEFAULT) const
    {
        if (H5Lexists(m_file.id(), path, H5P_DEFAULT) > 0)
            remove(path);
        const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
        const Hdf5Handle set(H5Dcreate2(m_file.id(), path, stored, space.id(), H5P_DEFAULT, creation, H5P_DEFAULT));
        if (!values.empty())
            H5Dwrite(set.id(), memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    }
    void floats(const char *path, const std::vector<hsize_t> &shape, const std::vector<float> &values,
                hid_t creation = H5P_DEFAULT) const
    {
        numbers(path, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, shape, values, creation);
    }
    void integers(const char *path, const std::vector<hsize_t> &shape, const std::vector<std::int32_t> &values) const
    {
        numbers(path, H5T_STD_I32LE, H5T_NATIVE_INT32, shape, values);
    }
    /// Variable-length strings, as h5py writes them.
    void variableStrings(const char *path, const std::vector<std::string> &values) const
    {
        if (H5Lexists(m_file.id(), path, H5P_DEFAULT) > 0)
            remove(path);
        std::vector<const char *> pointers;
        for (const std::string &value : values)
            pointers.push_back(value.c_str());
        const hsize_t count = values.size();
        const Hdf5Handle type(H5Tcopy(H5T_C_S1)), space(H5Screate_simple(1, &count, nullptr));
        H5Tset_size(type.id(), H5T_VARIABLE);
        H5Tset_cset(type.id(), H5T_CSET_UTF8);
        const Hdf5Handle set(
            H5Dcreate2(m_file.id(), path, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
        H5Dwrite(set.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data());
    }

private:
    Hdf5Handle m_file;
};

/// Change of a file, as a row of a table.
using Edit = std::function<void(const Hdf5Editor &)>;

inline Edit without(const char *path)
{
    return [=](const Hdf5Editor &file) { file.remove(path); };
}
inline Edit withoutAttribute(const char *path, const char *name)
{
    return [=](const Hdf5Editor &file) { file.removeAttribute(path, name); };
}
inline Edit withInteger(const char *path, const char *name, std::int64_t value)
{
    return [=](const Hdf5Editor &file) { file.integerAttribute(path, name, value); };
}
inline Edit withFloats(const char *path, std::vector<hsize_t> shape, std::vector<float> values)
{
    return [=](const Hdf5Editor &file) { file.floats(path, shape, values); };
}
inline Edit withIntegers(const char *path, std::vector<hsize_t> shape, std::vector<std::int32_t> values)
{
    return [=](const Hdf5Editor &file) { file.integers(path, shape, values); };
}
inline Edit withStrings(const char *path, std::vector<std::string> values)
{
    return [=](const Hdf5Editor &file) { file.variableStrings(path, values); };
}

} // namespace anchorscope::test
