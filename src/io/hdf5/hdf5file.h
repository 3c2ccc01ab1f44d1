// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "frame/handle.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace anchorscope::io {

/// Builder of an HDF5 file in memory. The caller writes the bytes to disk, so libhdf5 never encounters a full disk.
/// After an error, further calls do nothing, and bytes() returns the error. libhdf5 is not thread-safe: while a writer
/// exists, other threads that use libhdf5 wait.
class Hdf5Writer
{
public:
    Hdf5Writer();

    void group(const std::string &path);
    void attribute(const std::string &path, const std::string &name, std::string_view value);
    void attribute(const std::string &path, const std::string &name, std::int64_t value);
    void attribute(const std::string &path, const std::string &name, double value);

    /// Writes numbers in row-major order, little-endian, with a checksum. The stored type is T; if `half` is true,
    /// float is stored as float16. Large datasets are compressed with shuffle and gzip, except float32 and float64,
    /// which hardly shrink.
    template <class T>
    void numbers(const std::string &path, std::span<const T> values, const std::vector<hsize_t> &shape,
                 bool half = false);
    /// Writes UTF-8 strings of fixed length, or of variable length if one long string would make all of them too long.
    void strings(const std::string &path, const std::vector<std::string> &values);

    /// Returns the bytes of the file; the view is valid until the next call. Error "cannot-save".
    Result<std::string_view> bytes();

private:
    void fixedStrings(const std::string &path, const std::vector<std::string> &values, std::size_t length);
    void variableStrings(const std::string &path, const std::vector<std::string> &values);
    void dataset(const std::string &path, hid_t stored, hid_t memory, const void *values,
                 const std::vector<hsize_t> &shape, bool pack);
    template <class Write>
    void scalarAttribute(const std::string &path, const std::string &name, hid_t type, const Write &write);
    void check(bool ok, const std::string &what);

    /// Lock on libhdf5; declared before m_file, so that the file is closed first.
    std::unique_lock<std::recursive_mutex> m_alone;
    Hdf5Handle m_file;
    std::string m_failure;
};

} // namespace anchorscope::io
